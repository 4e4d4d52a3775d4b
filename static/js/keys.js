/**
 * The host's keyboard: a key named in `data-key` presses that button.
 */

const PRESSED_BY_SPACE = 'a, button, summary, [role=button]';
const TYPING = 'input, select, textarea, [contenteditable]';
const DOUBLE_MS = 400;

let last = { code: '', at: -Infinity };

export function startKeys() {
  document.addEventListener('keydown', keyDown);
  document.addEventListener('click', leaveFocus);
}

function keyDown(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) {
    return;
  }
  const button = Array.from(document.querySelectorAll('button[data-key]')).find((one) => answers(one, event));
  if (button) {
    event.preventDefault();
    if (!isSecondPress(event)) {
      button.click();
    }
  }
}

/** Whether the same key went down a moment ago: an update may have given it another button since. */
function isSecondPress(event) {
  const before = last;
  last = { code: event.code, at: event.timeStamp };
  return before.code === event.code && event.timeStamp - before.at < DOUBLE_MS;
}

/** Whether the key belongs to whatever has the focus: a field, a dialog, or a button that Space or Enter presses. */
function isTaken(event) {
  const focused = document.activeElement;
  const presses = event.code === 'Space' || event.code === 'Enter';
  return (
    document.querySelector('dialog[open]') !== null ||
    focused.matches(TYPING) ||
    (presses && focused.matches(PRESSED_BY_SPACE))
  );
}

/** By the letter, or by the key where that letter stands: an input method may take the letter away. */
function answers(button, event) {
  const key = button.dataset.key.toLowerCase();
  const pressed = [event.key, event.code, event.code.replace(/^Key/, '')];
  return button.getClientRects().length > 0 && pressed.some((name) => name.toLowerCase() === key);
}

/** A button that was clicked lets the focus go, or the next Space would press it again instead of the next step. */
function leaveFocus(event) {
  if (event.detail > 0) {
    event.target.closest('button')?.blur();
  }
}
