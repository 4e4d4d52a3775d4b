/**
 * The chain of salted digests over a room's record: whether each row follows from the one before.
 */

import { digestOfText, saltedDigest } from '/static/js/chance.js';

const GENESIS = digestOfText('Thirteen log 1');

/** The one text of a JSON value: keys sorted, no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) {
    return `[${value.map(canonical).join(',')}]`;
  }
  if (value !== null && typeof value === 'object') {
    const fields = Object.keys(value).sort();
    return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** What is wrong with the chain of this record, as {key, row, ...}; none if it holds. */
export function chainFaults({ log, head, genesis }) {
  const faults = genesis === GENESIS ? [] : [{ key: 'genesis' }];
  let before = { number: 0, digest: GENESIS };
  for (const row of log) {
    faults.push(...rowFaults(row, before));
    before = row;
  }
  return head === before.digest ? faults : [...faults, { key: 'head-of-file', head: String(head) }];
}

function rowFaults(row, before) {
  const faults = [];
  if (row.number !== before.number + 1) {
    faults.push({ key: 'gap', row: row.number, wanted: before.number + 1 });
  }
  if (row.content && (row.content.number !== row.number || leafOf(row) !== row.leaf)) {
    faults.push({ key: 'content', row: row.number });
  }
  if (digestOfText(`${before.digest} ${row.number} ${row.leaf}`) !== row.digest) {
    faults.push({ key: 'link', row: row.number });
  }
  return faults;
}

function leafOf({ salt, content }) {
  return saltedDigest(salt, canonical(content));
}
