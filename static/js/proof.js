/**
 * The page on which a player checks the chance of an ended game: fetches what the console publishes, or takes a file,
 * and shows step by step what holds and what does not. All sentences come from `#words`.
 */

import { bytesOf } from '/static/js/random.js';
import { recall } from '/static/js/memory.js';
import { parseRecord, Unreadable } from '/static/js/evidence.js';
import { steps } from '/static/js/verdict.js';
import { placeOfBytes, placeOfReceipt, testimony } from '/static/js/witness.js';
import { element, filled, sentence } from '/static/js/words.js';

const MARKS = { holds: '✓', fails: '✗', open: '–' };

const page = document.getElementById('proof');
const verdict = document.getElementById('verdict');
const list = document.getElementById('steps');

document.getElementById('file').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (file) {
    check(await file.text());
  }
});
document.getElementById('paste').addEventListener('submit', (event) => {
  event.preventDefault();
  check(event.target.elements.text.value);
});
if (page.dataset.facts) {
  checkPublished(page.dataset.facts);
}

async function checkPublished(address) {
  try {
    const answer = await fetch(address);
    check(await answer.text(), false);
  } catch {
    conclude('lost', 'fails');
  }
}

/** Check a record in a text and show all steps; what was asked for by hand gets the focus. */
function check(text, byHand = true) {
  list.replaceChildren();
  try {
    const record = parseRecord(text);
    const found = steps(record, memoryOf(record.room.code));
    list.replaceChildren(...found.map(stepItem));
    const [failed, open] = ['fails', 'open'].map((state) => found.filter((one) => one.state === state).length);
    conclude(failed ? 'failed' : open ? 'held-open' : 'held', failed ? 'fails' : 'holds', { failed, open, title: record.room.title });
  } catch (error) {
    if (!(error instanceof Unreadable)) {
      throw error;
    }
    conclude(error.message, 'fails');
  }
  if (byHand) {
    verdict.focus();
  }
}

function conclude(key, state, facts = {}) {
  verdict.className = `verdict ${state}`;
  verdict.replaceChildren(...filled(`verdict-${key}`, facts));
  page.dataset.state = key;
}

/** What this device remembers of a room. */
function memoryOf(room) {
  return {
    seen: testimony(room),
    bytes: (seat, commitment) => hexOrNull(recall(placeOfBytes(room, seat, commitment))),
    receipt: (seat, commitment) => numberOrNull(recall(placeOfReceipt(room, seat, commitment))),
  };
}

function hexOrNull(text) {
  return text && bytesOf(text).length ? text : null;
}

function numberOrNull(text) {
  return text === null ? null : Number(text);
}

function stepItem({ key, state, facts, faults, lines }) {
  const head = element('p', 'step-words', [
    element('b', 'step-mark', [MARKS[state]], { 'aria-hidden': 'true' }),
    element('span', 'unseen', [`${sentence(`state-${state}`)} `]),
    element('span', '', filled(`${key}-${state}`, facts)),
  ]);
  const parts = [head];
  if (faults.length) {
    parts.push(element('ul', 'faults', faults.map((fault) => element('li', '', filled(`fault-${fault.key}`, fault)))));
  }
  if (lines.length) {
    parts.push(numbersOf(lines));
  }
  return element('li', `step ${state}`, parts, { 'data-step': key, 'data-state': state });
}

function numbersOf(lines) {
  const summary = element('summary', '', filled('show-numbers'));
  const items = lines.map(({ key, facts }) => element('li', '', filled(key, facts)));
  return element('details', 'numbers', [summary, element('ul', '', items)]);
}
