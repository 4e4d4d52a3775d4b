/**
 * Reads a record (a JSON export, or what the console publishes at the end) for all that bears on chance: seeds, phones'
 * bytes, deals, draws, and cards turned up. It believes nothing and judges nothing.
 */

export class Unreadable extends Error {}

const FORMATS = ['thirteen-export', 'thirteen-proof'];

/** The record in a text. Throws Unreadable. */
export function parseRecord(text) {
  let record = null;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Unreadable('not-json');
  }
  if (!FORMATS.includes(record?.format) || record.version !== 1 || !isLog(record.log) || !record.room?.game) {
    throw new Unreadable('no-record');
  }
  return record;
}

/**
 * What the open rows tell, in their order:
 * seeds {row, seed, commitment} · promises {row, seat, data, digest} · deals {row, number, seats, leftOut, bytes, bots,
 * names, seed, dealt, started} · ties {row, round, tied, drawn, cards, deal} · turned {deal, cards}, without what was
 * taken back. Throws Unreadable for rows of no known form.
 */
export function readEvidence(record) {
  const reading = new Reading(undoneRows(record.log));
  try {
    for (const { number, content } of record.log) {
      for (const { type, body } of content?.events ?? []) {
        reading.take(number, type, body);
      }
    }
  } catch (error) {
    throw error instanceof TypeError ? new Unreadable('no-record') : error;
  }
  return reading;
}

class Reading {
  seeds = [];
  promises = [];
  deals = [];
  ties = [];
  turned = [];
  #undone;
  #promised = new Map();
  #given = new Map();
  #names = new Map();
  #bots = new Set();
  #pledges = [];

  /** `undone` tells of a row by which later row it was taken back, if it was. */
  constructor(undone) {
    this.#undone = undone;
  }

  take(row, type, body) {
    this.#chance(row, type, body);
    this.#seat(type, body);
    this.#play(row, type, body);
  }

  get #lastDeal() {
    return this.deals[this.deals.length - 1];
  }

  #chance(row, type, body) {
    switch (type) {
      case 'RoomOpened':
      case 'SeedCommitted':
        this.seeds.push({ row, seed: body.seed, commitment: body.commitment });
        this.#promised.clear();
        this.#given.clear();
        break;
      case 'BytesCommitted':
        this.#promised.set(body.seat, body.digest);
        break;
      case 'BytesRevealed':
        this.promises.push({ row, seat: body.seat, data: body.data, digest: this.#promised.get(body.seat) });
        this.#given.set(body.seat, body.data);
        break;
      case 'GatheringClosed':
        this.deals.push(this.#dealOf(row, body));
        break;
    }
  }

  #seat(type, body) {
    const { seat, name } = body;
    switch (type) {
      case 'SeatTaken':
      case 'SeatFreed':
        this.#promised.delete(seat);
        this.#given.delete(seat);
        this.#setBot(seat, body.bot === true);
        this.#names.set(seat, name);
        break;
      case 'SeatRenamed':
        this.#names.set(seat, name);
        break;
      case 'SeatMoved':
        this.#setBot(seat, false);
        if (!this.#given.has(seat)) {
          this.#promised.delete(seat);
        }
        break;
      case 'SeatPlayedBy':
        this.#setBot(seat, body.bot);
        break;
    }
  }

  #play(row, type, body) {
    switch (type) {
      case 'CardsDealt':
        this.#lastDeal.dealt = body;
        break;
      case 'HandStarted':
        this.#lastDeal.started = body;
        break;
      case 'CardsPledged':
        this.#pledges.push({ row, hand: body.hand, cards: body.cards });
        break;
      case 'CardsTakenBack':
        this.#pledges.push({ row, hand: body.hand, back: body.cards });
        break;
      case 'TieDrawn':
        this.ties.push({ row, ...body, cards: body.tied.map((hand) => this.#cardsOf(hand, row)), deal: this.#lastDeal });
        break;
      case 'NeutralShown':
        this.#turn(row, this.#lastDeal, [body.card]);
        break;
      case 'StreetDealt':
        this.#turn(row, this.#dealNumbered(body.hand), body.cards);
        break;
    }
  }

  #dealOf(row, { deal, seats, left_out: leftOut }) {
    const mixed = seats.filter((seat) => this.#given.has(seat) && !leftOut.includes(seat));
    const bytes = new Map(mixed.map((seat) => [seat, this.#given.get(seat)]));
    const names = new Map(this.#names);
    return { row, number: deal, seats, leftOut, bytes, bots: new Set(this.#bots), names, seed: this.seeds[this.seeds.length - 1] };
  }

  #setBot(seat, bot) {
    if (bot) {
      this.#bots.add(seat);
    } else {
      this.#bots.delete(seat);
    }
  }

  #dealNumbered(number) {
    return this.deals.filter((deal) => deal.number === number).pop();
  }

  #turn(row, deal, cards) {
    if (!this.#undone.has(row)) {
      this.turned.push({ row, deal, cards });
    }
  }

  /** The cards that stood in a hand at this row. */
  #cardsOf(hand, at) {
    let held = [];
    for (const { row, hand: other, cards = [], back = [] } of this.#pledges) {
      if (other === hand && !(this.#undone.get(row) < at)) {
        held = [...held, ...cards].filter((card) => !back.includes(card));
      }
    }
    return held;
  }
}

/** Rows that were taken back, each with the row that did it. */
function undoneRows(log) {
  const found = new Map();
  for (const { number, content } of log) {
    for (const { type, body } of content?.events ?? []) {
      if (type === 'Undone') {
        body.rows.forEach((row) => found.set(row, number));
      }
    }
  }
  return found;
}

function isLog(log) {
  return Array.isArray(log) && log.length > 0 && log.every((row) => Number.isInteger(row?.number));
}
