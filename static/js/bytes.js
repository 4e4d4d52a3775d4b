/**
 * The phone's part in the shuffle (F2): bytes of its own, first their SHA-256, then, when the host deals, themselves.
 */

import '/static/js/older.js';
import { sha256 } from '/static/vendor/noble/sha2.js';
import { keep, recall } from '/static/js/memory.js';
import { bytesOf, hexOf, randomBytes } from '/static/js/random.js';
import { placeOfBytes, placeOfReceipt } from '/static/js/witness.js';

const COUNT = 16;

/** Commands on their way, so that an update in between does not send them twice. */
const onTheWay = new Set();

/** Do what the server's element `#bytes` asks for; call it after each update. */
export function takePart(outbox, room) {
  const asked = document.getElementById('bytes');
  if (!asked) {
    return;
  }
  const { commitment, seat = '', digest, reveal: asksForThem } = asked.dataset;
  const own = ownBytes(placeOfBytes(room, seat, commitment));
  const ownDigest = hexOf(sha256(own));
  if (asksForThem === '1') {
    if (digest === ownDigest) {
      reveal(outbox, hexOf(own), placeOfReceipt(room, seat, commitment));
    }
  } else if (digest !== ownDigest) {
    send(outbox, { type: 'CommitBytes', body: { digest: ownDigest } });
  }
}

/** The bytes kept under this key, made now if there are none. */
function ownBytes(key) {
  const kept = bytesOf(recall(key) ?? '');
  if (kept.length === COUNT) {
    return kept;
  }
  const made = randomBytes(COUNT);
  keep(key, hexOf(made));
  return made;
}

/** Send the bytes, and keep the number of the row that took them in: nobody can say later that they did not come. */
async function reveal(outbox, data, place) {
  const ack = await send(outbox, { type: 'RevealBytes', body: { data } });
  if (ack?.ok) {
    keep(place, String(ack.number));
  }
}

async function send(outbox, command) {
  const key = JSON.stringify(command);
  if (onTheWay.has(key)) {
    return undefined;
  }
  onTheWay.add(key);
  const ack = await outbox.send(command);
  onTheWay.delete(key);
  return ack;
}
