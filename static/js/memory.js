/**
 * What this device remembers: localStorage, or the page's own memory where the browser forbids that.
 */

const held = new Map();

/** The text kept under this key, or null. */
export function recall(key) {
  try {
    return held.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key, text) {
  held.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Private windows may refuse; then it lasts as long as the page.
  }
}
