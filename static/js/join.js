/**
 * Plain forms are sent once: a second tap while the answer is on its way does nothing.
 */

const sent = new WeakSet();

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post') {
    return;
  }
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  sent.add(form);
  markBusy(form, true);
});

// The browser's Back button may bring the page back as it was left.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) {
    for (const form of document.forms) {
      sent.delete(form);
      markBusy(form, false);
    }
  }
});

function markBusy(form, busy) {
  form.querySelectorAll('button').forEach((button) => button.classList.toggle('busy', busy));
}
