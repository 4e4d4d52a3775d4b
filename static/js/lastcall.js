/**
 * Says by sound, on a board where that is switched on, that a clock comes to its last minute and its last seconds.
 */

import { onDrawn } from '/static/js/clock.js';
import { has, onSwitched } from '/static/js/looks.js';
import { canPlay, onTouched, play } from '/static/js/sound.js';

/** By how near the end is; the first is the time before. */
const NOTES = [[], [660, 880], [880, 880, 1175]];

let near = null;

/** Watch the clocks that have last seconds (`data-last`), and say on the page while the browser still forbids sound. */
export function startLastCall() {
  onDrawn(listen);
  onTouched(showWhetherHeard);
  onSwitched(showWhetherHeard);
}

function listen() {
  const clock = document.querySelector('time[data-last]');
  const now = clock && { id: clock.id, step: stepOf(clock) };
  if (now && near?.id === now.id && now.step > near.step && has('sounds')) {
    play(NOTES[now.step]);
  }
  near = now;
}

function stepOf(clock) {
  return clock.classList.contains('last') ? 2 : Number(clock.classList.contains('low'));
}

function showWhetherHeard() {
  document.body.classList.toggle('unheard', has('sounds') && !canPlay());
}
