/**
 * How a seed becomes cards (F1-F3), worked out by the browser itself: nothing here asks the console. Plain http has no
 * crypto.subtle, so SHA-256 and HMAC come from a library.
 */

import '/static/js/older.js';
import { hmac } from '/static/vendor/noble/hmac.js';
import { sha256 } from '/static/vendor/noble/sha2.js';
import { bytesOf, hexOf } from '/static/js/random.js';

const NUMBER_BYTES = 4;
const NUMBERS = 2 ** 32;
const COUNTER_BYTES = 8;

/** The 52 cards in the order that every shuffle begins with: 2c 2d 2h 2s 3c ... As. */
export const DECK = Array.from('23456789TJQKA', (rank) => Array.from('cdhs', (suit) => rank + suit)).flat();

/** SHA-256 of what these hex digits stand for, in hex. */
export function digestOf(hex) {
  return hexOf(sha256(bytesOf(hex)));
}

/** SHA-256 of a text, in hex. */
export function digestOfText(text) {
  return hexOf(sha256(utf8(text)));
}

/** SHA-256 of bytes in hex followed by a text, in hex. */
export function saltedDigest(salt, text) {
  return hexOf(sha256(joined([bytesOf(salt), utf8(text)])));
}

/**
 * The key of draws: HMAC-SHA256 under the seed of a context ("hand 3" at tables, nothing in an event) and the phones'
 * bytes in order of their seats. All in hex but the context.
 */
export function keyOf(seed, context, contributions) {
  return hexOf(hmac(sha256, bytesOf(seed), joined([utf8(context), ...contributions.map(bytesOf)])));
}

/** All items in the order that this key (hex) gives under this label: Fisher-Yates from the last place down. */
export function shuffle(key, label, items) {
  const shuffled = [...items];
  const numbers = numbersOf(bytesOf(key), utf8(label));
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, numbers);
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}

/** So many of the items, each set of that size being equally likely. */
export function draw(key, label, items, count) {
  return shuffle(key, label, items).slice(0, count);
}

/** Unsigned 32-bit numbers without end: HMAC-SHA256(key, label, 0, counter), each block read as eight of them. */
function* numbersOf(key, label) {
  for (let counter = 0; ; counter += 1) {
    const place = new Uint8Array(1 + COUNTER_BYTES);
    new DataView(place.buffer).setUint32(1 + COUNTER_BYTES - NUMBER_BYTES, counter);
    const block = hmac(sha256, key, joined([label, place]));
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    for (let start = 0; start < block.length; start += NUMBER_BYTES) {
      yield view.getUint32(start);
    }
  }
}

/** A number from 0 to bound - 1; those that would make some likelier than others are passed over. */
export function below(bound, numbers) {
  const limit = NUMBERS - (NUMBERS % bound);
  for (;;) {
    const { value } = numbers.next();
    if (value < limit) {
      return value % bound;
    }
  }
}

function utf8(text) {
  return new TextEncoder().encode(text);
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}
