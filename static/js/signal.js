/**
 * Says that it is one's turn, by sound and by vibration where the browser allows it; once for each turn.
 */

import { play } from '/static/js/sound.js';

const BUZZ = [180, 90, 180];
const NOTES = [660, 880];

let said = null;

/** After an update: a signal that was not there before is given. */
export function giveSignal() {
  const signal = document.getElementById('signal')?.dataset.signal ?? null;
  if (signal && signal !== said) {
    // Before the first touch browsers refuse to vibrate, and complain about it.
    if (navigator.userActivation?.hasBeenActive ?? true) {
      navigator.vibrate?.(BUZZ);
    }
    play(NOTES);
  }
  said = signal ?? said;
}
