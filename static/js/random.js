/**
 * Random bytes and their hex text. Plain http has no crypto.randomUUID and no crypto.subtle, so neither is used.
 */

/** So many bytes from the browser's secure source. */
export function randomBytes(count) {
  return crypto.getRandomValues(new Uint8Array(count));
}

export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
