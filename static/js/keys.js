/**
 * The host's keyboard: a key named in `data-key` presses that button.
 */

const PRESSED_BY_SPACE = 'a, button, summary, [role=button]';
const TYPING = 'input, select, textarea, [contenteditable]';

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
    button.click();
  }
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

function answers(button, event) {
  const key = button.dataset.key.toLowerCase();
  return button.getClientRects().length > 0 && (event.code.toLowerCase() === key || event.key.toLowerCase() === key);
}

/** A button that was clicked lets the focus go, or the next Space would press it again instead of the next step. */
function leaveFocus(event) {
  if (event.detail > 0) {
    event.target.closest('button')?.blur();
  }
}
