/**
 * Receipts and refusals, said in the line `#say` and beside the form that they answer. All words come from the page.
 */

const RECEIPT_MS = 4000;
const READING_MS = 80;

let fading = 0;

/** The text that the page holds under data-text-NAME, with the fact in the place of %s. */
export function text(name, fact = '') {
  const key = `text${name[0].toUpperCase()}${name.slice(1)}`;
  return (document.body.dataset[key] ?? '').replace('%s', fact);
}

/** Show a receipt; it goes by itself, a long one later. */
export function sayReceipt(sentence) {
  put(sentence, false);
  fading = setTimeout(() => put('', false), RECEIPT_MS + READING_MS * sentence.length);
}

/** Show a sentence that stays until the next one: a refusal when `bad`. */
export function sayUntilNext(sentence, bad) {
  put(sentence, bad);
}

/** Show a refusal at the place that this form has for it, or take it away with "". */
export function sayBeside(form, sentence) {
  const place = form?.querySelector('[data-error]');
  if (place) {
    place.textContent = sentence;
  }
}

function put(sentence, bad) {
  clearTimeout(fading);
  const line = document.getElementById('say');
  line.classList.toggle('bad', bad);
  line.textContent = sentence;
}
