/**
 * Tells a double tap from two presses: the second half of one must not press what an update has just put there.
 */

const DOUBLE_MS = 400;
const NEAR_PX = 20;

let last = null;

/** Remember a click that has sent something. */
export function noteTap(event) {
  last = isTap(event) ? event : last;
}

/** Whether this click follows the one remembered so soon and so near that it belongs to it. */
export function isSecondTap(event) {
  return (
    isTap(event) &&
    last !== null &&
    event.timeStamp - last.timeStamp < DOUBLE_MS &&
    Math.abs(event.clientX - last.clientX) < NEAR_PX &&
    Math.abs(event.clientY - last.clientY) < NEAR_PX
  );
}

/** Clicks that a key or a script made have no place. */
function isTap(event) {
  return event.type === 'click' && event.detail > 0;
}
