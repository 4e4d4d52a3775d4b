/**
 * What this device was shown while it happened, kept so that it can be held against the record afterwards: the
 * commitment before the deal, the cards of its own seat, and the head of the record at the end.
 */

import { keep, recall } from '/static/js/memory.js';

const MOST_HEADS = 20;
const MOST_DEALS = 300;

/** Take down what `#witness` says now; call it after each update. */
export function bearWitness(room) {
  const shown = document.getElementById('witness')?.dataset;
  if (!shown) {
    return;
  }
  const before = recall(placeOf(room));
  const seen = testimony(room);
  noteCommitment(seen, shown);
  noteHead(seen, shown);
  const now = JSON.stringify(seen);
  if (now !== before) {
    keep(placeOf(room), now);
  }
}

/**
 * All that was taken down in a room: `commitments` by their digits, {early, deals: {number: {seat, cards}}}, `early`
 * when it was shown before the first deal, and `heads`, the latest last.
 */
export function testimony(room) {
  const nothing = { commitments: {}, heads: [] };
  try {
    return { ...nothing, ...JSON.parse(recall(placeOf(room)) ?? '{}') };
  } catch {
    return nothing;
  }
}

/** Where a phone keeps its own bytes for this seat under this commitment (see bytes.js). */
export function placeOfBytes(room, seat, commitment) {
  return `thirteen ${room} ${seat} ${commitment}`;
}

/** Where it keeps the number of the row that took them in. */
export function placeOfReceipt(room, seat, commitment) {
  return `${placeOfBytes(room, seat, commitment)} counted`;
}

function placeOf(room) {
  return `thirteen ${room} seen`;
}

function noteCommitment(seen, { commitment, dealt, seat, deal, cards }) {
  const known = (seen.commitments[commitment] ??= { early: false, deals: {} });
  known.early ||= dealt === '0';
  if (cards && (known.deals[deal] || Object.keys(known.deals).length < MOST_DEALS)) {
    const held = known.deals[deal]?.seat === Number(seat) ? known.deals[deal].cards : [];
    known.deals[deal] = { seat: Number(seat), cards: Array.from(new Set([...held, ...cards.split(' ')])) };
  }
}

function noteHead(seen, { head }) {
  if (head && seen.heads[seen.heads.length - 1] !== head) {
    seen.heads = [...seen.heads, head].slice(-MOST_HEADS);
  }
}
