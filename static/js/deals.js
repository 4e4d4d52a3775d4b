/**
 * What the shuffle makes of a seed and the phones' bytes in each game, held against what a record says was dealt.
 */

import { DECK, draw, keyOf, shuffle } from '/static/js/chance.js';

/** By game: cards to each seat, how its deals are labelled and keyed, and what lies beside the seats' cards. */
const GAMES = {
  team_poker: { each: 3, label: () => 'deal 1', context: () => '', hands: 'hands', rest: 'main_deck', most: 52 },
  holdem: { each: 2, label: (n) => `hand ${n} deal`, context: (n) => `hand ${n}`, hands: 'holes', rest: 'board', most: 5 },
  chinese_poker: { each: 13, label: (n) => `deal ${n}`, context: (n) => `hand ${n}`, hands: 'hands', rest: '', most: 0 },
};

/** Whether this page knows how the game is dealt. */
export function isKnown(game) {
  return Object.keys(GAMES).includes(game);
}

/** The key (hex) of this deal's draws. */
export function dealKey(game, { number, seats, bytes, seed }) {
  const mixed = inOrder(seats).filter((seat) => bytes.has(seat)).map((seat) => bytes.get(seat));
  return keyOf(seed.seed, GAMES[game].context(number), mixed);
}

/** What the shuffle gives: label, key, the cards of each seat in order, and those beside them. */
export function dealtBy(game, deal) {
  const { each, label, most } = GAMES[game];
  const [key, name] = [dealKey(game, deal), label(deal.number)];
  const deck = shuffle(key, name, DECK);
  const hands = inOrder(deal.seats).map((seat, place) => ({ seat, cards: deck.slice(each * place, each * (place + 1)) }));
  const first = each * deal.seats.length;
  return { key, label: name, hands, rest: deck.slice(first, first + most) };
}

/** Where the record's cards differ from the shuffle's, as faults. */
export function dealFaults(game, deal) {
  const { hands, rest } = GAMES[game];
  const { row } = deal;
  if (!deal.dealt) {
    return [{ key: 'no-cards', row }];
  }
  const drawn = dealtBy(game, deal);
  const told = new Map(deal.dealt[hands].map(({ seat, cards }) => [seat, cards]));
  const faults = drawn.hands
    .filter(({ seat, cards }) => !isSame(told.get(seat), cards))
    .map(({ seat, cards }) => ({ key: 'other-cards', row, seat, found: told.get(seat) ?? [], cards }));
  if (told.size !== drawn.hands.length) {
    faults.push({ key: 'other-seats', row });
  }
  if (rest && !isSame(deal.dealt[rest], drawn.rest)) {
    faults.push({ key: 'other-rest', row });
  }
  return faults;
}

/** The big blind that chance names (H2), or null where it moved on; the order of play has it last. */
export function blindFaults(deal) {
  if (!deal.started?.drawn) {
    return [];
  }
  const ordered = inOrder(deal.seats);
  const [blind] = draw(dealKey('holdem', deal), blindLabel(deal), ordered, 1);
  const place = ordered.indexOf(blind) + 1;
  const order = [...ordered.slice(place), ...ordered.slice(0, place)];
  const found = deal.started.order;
  return isSame(found, order) ? [] : [{ key: 'other-blind', row: deal.row, seat: blind, found: found[found.length - 1] }];
}

export function blindLabel({ number }) {
  return `hand ${number} blind`;
}

/** What chance takes of hands that are tied across the cut (T8): drawn over the order of their lowest cards. */
export function drawnAmong(tie) {
  const lowest = (cards) => Math.min(...cards.map((card) => DECK.indexOf(card)));
  const places = tie.tied.map((hand, place) => ({ hand, cards: tie.cards[place] }));
  const canonical = places.sort((one, other) => lowest(one.cards) - lowest(other.cards));
  const drawn = draw(dealKey('team_poker', tie.deal), tieLabel(tie), canonical, tie.drawn.length);
  return { canonical, drawn: drawn.map(({ hand }) => hand) };
}

export function tieFaults(tie) {
  if (!tie.deal || tie.cards.some((cards) => cards.length !== 3)) {
    return [{ key: 'tie-unknown', row: tie.row, round: tie.round }];
  }
  const { drawn } = drawnAmong(tie);
  return isSame([...drawn].sort(), [...tie.drawn].sort()) ? [] : [{ key: 'other-draw', row: tie.row, round: tie.round }];
}

export function tieLabel({ round }) {
  return `round ${round} tie`;
}

/** Cards that were turned up in another order than they lay in. */
export function turnedFaults(game, turned) {
  const lies = new Map();
  const faults = [];
  for (const { row, deal, cards } of turned) {
    const left = lies.get(deal) ?? deal?.dealt?.[GAMES[game].rest] ?? [];
    if (!isSame(cards, left.slice(0, cards.length))) {
      faults.push({ key: 'other-turned', row, found: cards, cards: left.slice(0, cards.length) });
    }
    lies.set(deal, left.slice(cards.length));
  }
  return faults;
}

export function inOrder(seats) {
  return [...seats].sort((one, other) => one - other);
}

function isSame(one, other) {
  return Array.isArray(one) && one.length === other.length && one.every((item, place) => item === other[place]);
}
