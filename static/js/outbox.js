/**
 * Commands on their way: each keeps its id and is sent again until the server has acknowledged it.
 */

import { hexOf, randomBytes } from '/static/js/random.js';

/** Milliseconds after which a command that is still on its way is said to be slow, and is sent again. */
const SLOW_MS = 4000;
const PAUSE_MS = 500;

export class Outbox {
  #link;
  #room;
  #waiting = new Set();

  constructor(link, room) {
    this.#link = link;
    this.#room = room;
    link.onConnect(() => this.#waiting.forEach((one) => this.#deliver(one)));
  }

  /**
   * Send {type, body} as often as it takes and give the server's acknowledgement.
   * `onSlow()` is called once if that takes more than four seconds.
   */
  send(command, onSlow = () => {}) {
    return new Promise((acknowledge) => {
      const message = { room: this.#room, id: hexOf(randomBytes(16)), ...command };
      const one = { message, acknowledge, slow: setTimeout(onSlow, SLOW_MS), beingSent: false };
      this.#waiting.add(one);
      this.#deliver(one);
    });
  }

  /** Try until it is acknowledged or the connection is down; the next connection tries again. */
  async #deliver(one) {
    if (one.beingSent) {
      return;
    }
    one.beingSent = true;
    while (this.#waiting.has(one) && this.#link.isOpen) {
      try {
        this.#done(one, await this.#link.ask('command', one.message, SLOW_MS));
      } catch {
        await new Promise((resume) => setTimeout(resume, PAUSE_MS));
      }
    }
    one.beingSent = false;
  }

  #done(one, ack) {
    if (!ack) {
      throw new Error('no acknowledgement');
    }
    this.#waiting.delete(one);
    clearTimeout(one.slow);
    one.acknowledge(ack);
  }
}
