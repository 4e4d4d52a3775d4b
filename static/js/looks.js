/**
 * Ways to look at a page, switched by its `[data-look]` buttons and remembered on this device: a class of the body each.
 */

import { keep, recall } from '/static/js/memory.js';

const listeners = [];

export function startLooks() {
  document.addEventListener('click', (event) => {
    const look = event.target.closest('[data-look]')?.dataset.look;
    if (look) {
      keep(keyOf(look), document.body.classList.toggle(look) ? '1' : '0');
      listeners.forEach((listener) => listener());
    }
  });
}

/** Put on what was chosen here before, for all switches on the page; what its address asks for stays on anyway. */
export function putOnLooks() {
  for (const { dataset } of document.querySelectorAll('[data-look]')) {
    if (recall(keyOf(dataset.look)) === '1' && !has(dataset.look)) {
      document.body.classList.add(dataset.look);
      listeners.forEach((listener) => listener());
    }
  }
}

/** Call back after each switch. */
export function onSwitched(listener) {
  listeners.push(listener);
}

export function has(look) {
  return document.body.classList.contains(look);
}

function keyOf(look) {
  return `thirteen look ${look}`;
}
