/**
 * One number in several clothes: a field, a slider, buttons for common sizes, and the words on the button that sends it.
 */

/** Begin to keep sliders, fields and size buttons in step. */
export function startAmounts() {
  document.addEventListener('input', (event) => {
    const { withNumber } = event.target.dataset ?? {};
    if (withNumber) {
      put(withNumber, event.target.value);
    } else if (event.target.id) {
      follow(event.target);
    }
  });
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-put]');
    if (button) {
      put(button.dataset.for, button.dataset.put);
    }
  });
}

/** After an update: what stands in a field is what its slider and its button say. */
export function keepAmounts() {
  for (const slider of document.querySelectorAll('[data-with-number]')) {
    follow(document.getElementById(slider.dataset.withNumber));
  }
}

/** Set a field as if it had been typed. */
function put(id, value) {
  const field = document.getElementById(id);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function follow(field) {
  document.querySelectorAll(`[data-with-number="${field.id}"]`).forEach((slider) => {
    slider.value = field.value;
  });
  document.querySelectorAll(`[data-number-of="${field.id}"]`).forEach((words) => {
    words.textContent = field.value;
  });
}
