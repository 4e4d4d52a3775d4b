/**
 * Asks before a step that matters, in the page's `<dialog id="ask">`.
 */

/** Ask this question; gives null for no, otherwise what to add to the command: {} or {reason}. */
export function ask(question, wantsReason) {
  const dialog = document.getElementById('ask');
  if (typeof dialog.showModal !== 'function') {
    return Promise.resolve(askPlainly(question, wantsReason));
  }
  const reason = prepare(dialog, question, wantsReason);
  return new Promise((answer) => {
    dialog.addEventListener('close', () => answer(given(dialog, reason, wantsReason)), { once: true });
    dialog.showModal();
  });
}

function prepare(dialog, question, wantsReason) {
  document.getElementById('ask-text').textContent = question;
  document.getElementById('ask-reason').hidden = !wantsReason;
  dialog.returnValue = '';
  const reason = dialog.querySelector('[name=reason]');
  reason.value = '';
  reason.onkeydown = (event) => {
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      dialog.close('yes');
    }
  };
  return reason;
}

function given(dialog, reason, wantsReason) {
  if (dialog.returnValue !== 'yes') {
    return null;
  }
  return wantsReason ? { reason: reason.value.trim() } : {};
}

/** For browsers without dialogs. */
function askPlainly(question, wantsReason) {
  if (wantsReason) {
    const reason = window.prompt(question);
    return reason === null ? null : { reason: reason.trim() };
  }
  return window.confirm(question) ? {} : null;
}
