/**
 * Setting cards in rows: drag one to where it belongs, or press 1, 2, 3 or 0 while it has the focus. Choosing cards and
 * pressing a button does the same without any of this.
 *
 * `data-drag` names a card; `data-drop` holds the command that a place sends for it, `data-room` how many it still takes.
 * In a full place the card changes places with the nearest one, by the command in `data-swap` around them.
 */

import { give } from '/static/js/commands.js';

/** A press that moves so far, in pixels, is a drag. */
const SLOP_PX = 8;
/** Within so many pixels of the top or the bottom the page scrolls under the finger. */
const EDGE_PX = 96;
const STEP_PX = 10;

let drag = null;

export function startPlacing(outbox) {
  document.addEventListener('pointerdown', begin);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', (event) => drop(outbox, event));
  window.addEventListener('pointercancel', (event) => isDragging(event) && end());
  document.addEventListener('keydown', (event) => byKey(outbox, event));
  for (const kind of ['dragstart', 'contextmenu']) {
    document.addEventListener(kind, (event) => event.target.closest?.('[data-drag]') && event.preventDefault());
  }
}

function begin(event) {
  const source = event.target.closest?.('[data-drag]');
  if (source && event.button === 0 && !drag) {
    drag = { source, card: source.dataset.drag, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }
}

function move(event) {
  if (!isDragging(event)) {
    return;
  }
  const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLOP_PX;
  if (!drag.ghost && far) {
    lift(event);
  }
  if (drag.ghost) {
    follow(event);
    light(placeAt(event));
  }
}

function drop(outbox, event) {
  if (!isDragging(event)) {
    return;
  }
  const { card, ghost } = drag;
  const place = ghost ? placeAt(event) : null;
  end();
  if (ghost) {
    swallowClick();
  }
  if (place && !holds(place, card)) {
    put(outbox, card, place, event);
  }
}

function end() {
  drag.ghost?.remove();
  light(null);
  drag = null;
}

function isDragging(event) {
  return drag !== null && drag.pointer === event.pointerId;
}

/** The card comes off the table: a picture of it follows the pointer. */
function lift(event) {
  const face = drag.source.querySelector('svg');
  const box = face.getBoundingClientRect();
  drag.ghost = face.cloneNode(true);
  drag.ghost.classList.add('dragged');
  drag.ghost.style.width = `${box.width}px`;
  drag.offset = { x: drag.x - box.left, y: drag.y - box.top };
  document.body.append(drag.ghost);
  follow(event);
  requestAnimationFrame(scrollAtEdges);
}

function follow(event) {
  drag.at = { x: event.clientX, y: event.clientY };
  drag.ghost.style.transform = `translate(${drag.at.x - drag.offset.x}px, ${drag.at.y - drag.offset.y}px)`;
}

function scrollAtEdges() {
  if (!drag?.ghost) {
    return;
  }
  const below = drag.at.y - (window.innerHeight - EDGE_PX);
  window.scrollBy(0, drag.at.y < EDGE_PX ? -STEP_PX : below > 0 ? STEP_PX : 0);
  requestAnimationFrame(scrollAtEdges);
}

function placeAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-drop]') ?? null;
}

function light(place) {
  document.querySelectorAll('[data-drop].over').forEach((one) => one !== place && one.classList.remove('over'));
  place?.classList.add('over');
}

function holds(place, card) {
  return place.querySelector(`[data-drag="${card}"]`) !== null;
}

function put(outbox, card, place, event) {
  const other = place.dataset.room === '0' ? nearestCard(place, event) : null;
  const command = JSON.parse(other ? place.closest('[data-swap]').dataset.swap : place.dataset.drop);
  command.body.cards = other ? [card, other] : [card];
  const tick = document.querySelector(`[data-drag="${card}"] input`);
  if (tick) {
    tick.checked = false;
  }
  give(outbox, command);
}

function nearestCard(place, event) {
  const distance = (one) => {
    const box = one.getBoundingClientRect();
    return Math.abs(box.left + box.width / 2 - event.clientX);
  };
  const cards = Array.from(place.querySelectorAll('[data-drag]'));
  return cards.sort((one, other) => distance(one) - distance(other))[0]?.dataset.drag ?? null;
}

/** The release at the end of a drag is no tap on whatever lies there. */
function swallowClick() {
  const stop = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0);
}

/** 1, 2 and 3 are the rows from the front, 0 is out of them. */
function byKey(outbox, event) {
  const source = document.activeElement?.closest('[data-drag]');
  if (!source || !/^[0-3]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  event.preventDefault();
  const place = document.querySelector(`[data-drop][data-number="${event.key}"]`);
  if (place && !holds(place, source.dataset.drag)) {
    const command = JSON.parse(place.dataset.drop);
    command.body.cards = [source.dataset.drag];
    give(outbox, command);
  }
}
