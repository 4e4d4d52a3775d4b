/**
 * Holds a record against itself and against what this device saw, step by step. Each step is {key, state, facts, faults,
 * lines}: `state` is "holds", "fails", or "open" where there is nothing to hold it against; `faults` say where.
 */

import { digestOf } from '/static/js/chance.js';
import { chainFaults } from '/static/js/chain.js';
import {
  blindFaults,
  blindLabel,
  dealFaults,
  dealtBy,
  drawnAmong,
  isKnown,
  tieFaults,
  tieLabel,
  turnedFaults,
} from '/static/js/deals.js';
import { readEvidence, Unreadable } from '/static/js/evidence.js';

const HELD = { state: 'holds', facts: {}, faults: [], lines: [] };

/**
 * All steps for a record. `memory` is what this device knows of the room: `seen` (see witness.js), and of a seat under a
 * commitment its `bytes` (hex or null) and the row of their `receipt` (a number or null). Throws Unreadable.
 */
export function steps(record, memory) {
  const { game } = record.room;
  if (!isKnown(game)) {
    throw new Unreadable('unknown-game');
  }
  const evidence = readEvidence(record);
  const chain = step('chain', chainFaults(record), { rows: record.log.length, head: record.head });
  const head = headStep(record, memory.seen);
  if (evidence.seeds.length === 0) {
    return [chain, head, { ...HELD, key: 'sealed', state: 'open' }];
  }
  const found = [chain, head, seedStep(record, evidence), commitmentStep(evidence, memory.seen)];
  found.push(bytesStep(evidence), ...ownBytesSteps(evidence, memory), dealStep(game, evidence));
  found.push(ownCardsStep(game, evidence, memory.seen));
  if (game !== 'chinese_poker') {
    found.push(game === 'holdem' ? blindStep(evidence) : tieStep(evidence));
    found.push(step(`turned-${game}`, turnedFaults(game, evidence.turned), {}));
  }
  return found;
}


function step(key, faults, facts, lines = []) {
  return { key, state: faults.length ? 'fails' : 'holds', facts, faults, lines };
}

/** The record is the one that the screens saw if all heads that they showed are in its chain. */
function headStep({ log, head }, { heads }) {
  const strangers = heads.filter((seen) => log.every((row) => row.digest !== seen));
  const faults = strangers.map((seen) => ({ key: 'other-head', head: seen }));
  return heads.length ? step('head', faults, { head }) : { ...HELD, key: 'head', state: 'open', facts: { head } };
}

function seedStep(record, { seeds }) {
  const last = seeds[seeds.length - 1];
  const faults = seeds
    .filter(({ seed, commitment }) => digestOf(seed) !== commitment)
    .map(({ row }) => ({ key: 'other-seed', row }));
  if (record.seed !== last.seed || record.commitment !== last.commitment) {
    faults.push({ key: 'seed-of-file', row: last.row });
  }
  const lines = seeds.map((one) => ({ key: 'seed-line', facts: one }));
  return step('seed', faults, last, lines);
}

/** What was shown before the deal cannot have been made to fit it. */
function commitmentStep({ seeds, deals }, { commitments }) {
  const used = new Set([...deals.map((deal) => deal.seed.commitment), seeds[seeds.length - 1].commitment]);
  const known = new Set(seeds.map((one) => one.commitment));
  const faults = Object.keys(commitments)
    .filter((seen) => !known.has(seen))
    .map((seen) => ({ key: 'other-commitment', commitment: seen }));
  const facts = { commitment: seeds[seeds.length - 1].commitment };
  if (faults.length) {
    return step('commitment', faults, facts);
  }
  const unseen = Array.from(used).filter((one) => !commitments[one]?.early);
  return { ...HELD, key: 'commitment', state: unseen.length ? 'open' : 'holds', facts };
}

function bytesStep({ promises, deals }) {
  const faults = promises
    .filter(({ data, digest }) => digestOf(data) !== digest)
    .map(({ row, seat }) => ({ key: 'other-bytes', row, seat }));
  const lines = deals
    .filter((deal) => deal.leftOut.length)
    .map((deal) => ({ key: 'left-out', facts: { deal: deal.number, people: deal.leftOut.map((seat) => person(deal, seat)) } }));
  return step('bytes', faults, { phones: promises.length }, lines);
}

/** This phone's own bytes in the deals that it saw. */
function ownBytesSteps({ deals }, memory) {
  const own = deals.flatMap((deal) => {
    const seat = heldIn(memory.seen, deal)?.seat;
    const bytes = seat && memory.bytes(seat, deal.seed.commitment);
    return bytes ? [ownBytesOf(deal, seat, bytes, memory.receipt(seat, deal.seed.commitment))] : [];
  });
  if (own.length === 0) {
    return [{ ...HELD, key: 'own-bytes', state: 'open' }];
  }
  const faults = own.filter(({ state }) => state === 'fails').map(({ fault }) => fault);
  const left = own.filter(({ state }) => state === 'open');
  if (faults.length || left.length < own.length) {
    return [step('own-bytes', faults, {}, left.map(({ line }) => line))];
  }
  return [{ ...HELD, key: 'own-bytes-left-out', state: 'open', lines: left.map(({ line }) => line) }];
}

function ownBytesOf(deal, seat, bytes, receipt) {
  const { row, number } = deal;
  if (deal.bytes.get(seat) === bytes) {
    return { state: 'holds' };
  }
  const cameInTime = receipt !== null && receipt < row;
  if (!deal.bytes.has(seat) && !cameInTime && (deal.leftOut.includes(seat) || deal.bots.has(seat))) {
    return { state: 'open', line: { key: 'own-left-out', facts: { deal: number } } };
  }
  return { state: 'fails', fault: { key: cameInTime ? 'own-dropped' : 'own-others', row, deal: number } };
}

function dealStep(game, { deals }) {
  const faults = deals.flatMap((deal) => dealFaults(game, deal));
  return step(deals.length ? 'deals' : 'no-deals', faults, { deals: deals.length }, deals.map((deal) => dealLine(game, deal)));
}

function dealLine(game, deal) {
  const { key, label, hands, rest } = dealtBy(game, deal);
  const people = hands.map(({ seat, cards }) => ({ who: person(deal, seat), cards }));
  return { key: 'deal-line', facts: { row: deal.row, deal: deal.number, key, label, hands: people, rest } };
}

/** The very cards that this device was shown in its own seat. */
function ownCardsStep(game, { deals }, seen) {
  const held = Object.entries(seen.commitments).flatMap(([commitment, { deals: own }]) =>
    Object.entries(own).map(([number, { seat, cards }]) => ({ commitment, number: Number(number), seat, cards })),
  );
  if (held.length === 0) {
    return { ...HELD, key: 'own-cards', state: 'open' };
  }
  const faults = held.filter((own) => !isGiven(game, deals, own)).map(({ number, cards }) => ({ key: 'own-other-cards', deal: number, cards }));
  const lines = held.map(({ number, seat, cards }) => ({ key: 'own-cards-line', facts: { deal: number, seat, cards } }));
  return step('own-cards', faults, { deals: held.length }, lines);
}

/** Whether the shuffle gave these cards to this seat in a deal of this number under this commitment. */
function isGiven(game, deals, { commitment, number, seat, cards }) {
  return deals
    .filter((deal) => deal.seed.commitment === commitment && deal.number === number)
    .flatMap((deal) => dealtBy(game, deal).hands)
    .some((hand) => hand.seat === seat && cards.every((card) => hand.cards.includes(card)));
}

function blindStep({ deals }) {
  const drawn = deals.filter((deal) => deal.started?.drawn);
  const lines = drawn.map((deal) => ({
    key: 'blind-line',
    facts: { row: deal.row, deal: deal.number, label: blindLabel(deal), who: person(deal, deal.started.order[deal.seats.length - 1]) },
  }));
  return step(drawn.length ? 'blinds' : 'no-blinds', drawn.flatMap(blindFaults), { draws: drawn.length }, lines);
}

function tieStep({ ties }) {
  const faults = ties.flatMap(tieFaults);
  const lines = ties.filter((tie) => tieFaults(tie).length === 0).map(tieLine);
  return step(ties.length ? 'ties' : 'no-ties', faults, { draws: ties.length }, lines);
}

function tieLine(tie) {
  const { canonical, drawn } = drawnAmong(tie);
  const hands = canonical.map(({ hand, cards }) => ({ cards, drawn: drawn.includes(hand) }));
  return { key: 'tie-line', facts: { row: tie.row, round: tie.round, label: tieLabel(tie), order: hands } };
}

function heldIn({ commitments }, deal) {
  return commitments[deal.seed.commitment]?.deals[deal.number];
}

/** A seat with the name that it had in this deal. */
function person(deal, seat) {
  return { seat, name: deal.names.get(seat) ?? '' };
}

