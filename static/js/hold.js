/**
 * Hold to look: an element with `data-hold` carries the class `up` for as long as a thumb, a mouse or a key is on it.
 * What it shows is also put into the line `#held`, for screen readers, which often press without holding.
 */

/** So long the words for screen readers stay, in milliseconds: they wait for what is being read. */
const SAID_MS = 2000;

/** Who holds which element: by pointer id, or by the key's code. */
const held = new Map();
let silence;

export function startHold() {
  document.addEventListener('pointerdown', pointerDown);
  for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture']) {
    window.addEventListener(kind, (event) => drop(event.pointerId));
  }
  document.addEventListener('keydown', keyDown);
  document.addEventListener('click', say);
  document.addEventListener('keyup', (event) => drop(event.code));
  document.addEventListener('focusout', dropAll);
  document.addEventListener('visibilitychange', dropAll);
  for (const kind of ['blur', 'pagehide']) {
    window.addEventListener(kind, dropAll);
  }
  // No menu, no selected text, no picture under the thumb, and no scrolling that would take the touch away.
  for (const kind of ['contextmenu', 'selectstart', 'dragstart', 'touchstart']) {
    document.addEventListener(kind, preventOnCards, { passive: false });
  }
}

/** After an update: what is still held stays up, what is gone falls. */
export function keepHeldUp() {
  for (const [holder, element] of held) {
    if (element.isConnected && element.dataset.hold !== undefined) {
      element.classList.add('up');
    } else {
      drop(holder);
    }
  }
}

function pointerDown(event) {
  const element = cardOf(event);
  if (element && event.button === 0) {
    lift(event.pointerId, element);
  }
}

function keyDown(event) {
  const element = cardOf(event);
  if (element && (event.code === 'Space' || event.code === 'Enter')) {
    event.preventDefault();
    lift(event.code, element);
  }
}

function lift(holder, element) {
  held.set(holder, element);
  element.classList.add('up');
  say({ target: element });
}

/** Say what lies under this card's back. */
function say(event) {
  const line = document.getElementById('held');
  const faces = cardOf(event)?.querySelectorAll('.over [aria-label], .over .made');
  if (line && faces) {
    line.textContent = Array.from(faces, (one) => one.getAttribute('aria-label') ?? one.textContent.trim()).join(', ');
    clearTimeout(silence);
    silence = setTimeout(() => line.replaceChildren(), SAID_MS);
  }
}

function drop(holder) {
  const element = held.get(holder);
  held.delete(holder);
  if (element && !Array.from(held.values()).includes(element)) {
    element.classList.remove('up');
  }
}

function dropAll() {
  Array.from(held.keys()).forEach(drop);
}

function preventOnCards(event) {
  if (cardOf(event)) {
    event.preventDefault();
  }
}

/** Events may start at text, which has no `closest`. */
function cardOf(event) {
  const element = event.target instanceof Element ? event.target : event.target.parentElement;
  return element?.closest('[data-hold]');
}
