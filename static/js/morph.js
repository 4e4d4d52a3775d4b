/**
 * Shows the server's fragments: turns the screen into the newest one and loses nothing that a person is doing there.
 */

import { isHeld, letGo } from '/static/js/touched.js';

/** So long after the command of a step's button has changed, a press is taken to mean the one before. */
const SETTLE_MS = 600;

const listeners = [];
const changed = new WeakMap();
let stage = null;
let shown = 0;
let newest = null;
let sent = [];

/** Begin with the fragment that came with the page. */
export function startMorph() {
  stage = document.getElementById('screen');
  shown = Number(stage.dataset.number);
  for (const kind of ['click', 'submit']) {
    stage.addEventListener(kind, stopWhileFrozen, true);
  }
}

/** The number of the fragment on the screen. */
export function shownNumber() {
  return shown;
}

/** Call back after each update. */
export function onShown(listener) {
  listeners.push(listener);
}

/** Show a fragment, {number, html}; one older than what stands there is dropped. */
export function show(fragment) {
  if (fragment.number < shown) {
    return;
  }
  shown = fragment.number;
  newest = fragment.html;
  stage.dataset.number = String(shown);
  releaseSent();
  update();
  thaw();
}

/** The next connection tells what holds, even if its number is lower: the server may have come back from a copy. */
export function expectAfresh() {
  shown = 0;
}

/** Row `number` took what stood in these fields (see `standing`): show them as the server has them from there on. */
export function settle(fields, number) {
  sent.push({ fields, number });
  if (number <= shown && newest !== null) {
    releaseSent();
    update();
  }
}

/** Take no press until a fresh fragment has come. */
export function freeze() {
  stage.setAttribute('inert', '');
  stage.setAttribute('aria-busy', 'true');
}

/**
 * The command, as the page has it, that a press on this element means now. A button with a key of its own is one of
 * steps: what it does changes under the finger when somebody else, or the clock, was quicker.
 */
export function commandMeant(element) {
  const change = element.dataset.key === undefined ? undefined : changed.get(element);
  return change && performance.now() - change.at < SETTLE_MS ? change.before : element.dataset.command;
}

function thaw() {
  stage.removeAttribute('inert');
  stage.removeAttribute('aria-busy');
}

/** Browsers that do not know `inert` obey this. */
function stopWhileFrozen(event) {
  if (stage.hasAttribute('inert')) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function releaseSent() {
  for (const { fields } of sent.filter((one) => one.number <= shown)) {
    letGo(fields);
  }
  sent = sent.filter((one) => one.number > shown);
}

function update() {
  const focused = document.activeElement;
  const panels = scrolledPanels();
  Idiomorph.morph(stage, newest, {
    morphStyle: 'innerHTML',
    callbacks: { beforeNodeMorphed: mayMorph, beforeAttributeUpdated: mayChange },
  });
  restoreScroll(panels);
  restoreFocus(focused);
  listeners.forEach((listener) => listener());
}

/** A refusal beside a form stays until the form is sent again. */
function mayMorph(element) {
  return !(element.dataset?.error !== undefined && element.textContent !== '');
}

function mayChange(name, element) {
  switch (name) {
    case 'open':
      return !element.matches('details, dialog');
    case 'checked':
    case 'value':
      return !(element.matches('input, textarea') && isHeld(element));
    case 'selected':
      return !isHeld(element.closest('select'));
    case 'data-command':
      changed.set(element, { before: element.dataset.command, at: performance.now() });
      return true;
    default:
      return true;
  }
}

function scrolledPanels() {
  return Array.from(stage.querySelectorAll('[id]'), (panel) => [panel, panel.scrollTop, panel.scrollLeft]).filter(
    ([, top, left]) => top || left,
  );
}

/** Only what was thrown back to its start, so that the browser's own anchoring is left alone. */
function restoreScroll(panels) {
  for (const [panel, top, left] of panels) {
    if (panel.scrollTop === 0 && panel.scrollLeft === 0) {
      panel.scrollTo(left, top);
    }
  }
}

function restoreFocus(focused) {
  if (focused?.id && document.activeElement === document.body) {
    document.getElementById(focused.id)?.focus({ preventScroll: true });
  }
}
