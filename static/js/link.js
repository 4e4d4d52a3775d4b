/**
 * The page's connection: keeps it up, says in `#link` how it stands, and asks the server for answers.
 */

import { io } from '/static/vendor/socket.io.esm.min.js';

/** Milliseconds without an answer after which a connection that looks open is taken for dead. */
const DEAD_MS = 2000;
const SLOW_PROBE_MS = 300;
const REFUSED_PAUSE_MS = 1000;
/** A polling page can lose a fragment without noticing: a browser takes a reply that was cut off in its head for whole. */
const LOOK_AGAIN_MS = 20_000;

export class Link {
  #socket;
  #probeWith;

  /** `identity` is {room, screen, lang, page}; `probeWith()` is the number of the fragment that stands on the screen. */
  constructor(identity, probeWith) {
    this.#probeWith = probeWith;
    this.#socket = io({
      auth: identity,
      autoConnect: false,
      reconnectionDelay: 200,
      reconnectionDelayMax: 2000,
      timeout: 5000,
      transports: ['websocket', 'polling'],
    });
    this.#socket.on('connect', () => this.#connected());
    this.#socket.on('disconnect', (reason) => this.#lost(reason));
    this.#socket.on('connect_error', () => this.#failed());
  }

  /** Connect, and look after the connection whenever the page is seen again. */
  open() {
    document.addEventListener('visibilitychange', () => this.#visibilityChanged());
    window.addEventListener('online', () => this.#wake());
    setInterval(() => this.#lookAgain(), LOOK_AGAIN_MS);
    this.#socket.connect();
  }

  /** Call back on each connection, the first one too. */
  onConnect(listener) {
    this.#socket.on('connect', listener);
  }

  /** Call back whenever the connection is lost, before anything comes over the next one. */
  onLost(listener) {
    this.#socket.on('disconnect', listener);
  }

  /** Call back with what the server sends under this name. */
  on(name, listener) {
    this.#socket.on(name, listener);
  }

  get isOpen() {
    return this.#socket.connected;
  }

  /** The server's answer, within so many milliseconds; fails when it does not come or the connection is down. */
  async ask(name, body, patience = DEAD_MS) {
    if (!this.isOpen) {
      throw new Error('not connected');
    }
    return this.#socket.timeout(patience).emitWithAck(name, body);
  }

  /** Let the server know, if it can be reached. */
  tell(name, body) {
    if (this.isOpen) {
      this.#socket.emit(name, body);
    }
  }

  /** Give this connection up for a new one. */
  restart() {
    this.#socket.disconnect().connect();
  }

  #connected() {
    this.#say('live');
    this.#tellPresence();
  }

  #lost(reason) {
    this.#say('lost');
    if (reason === 'io server disconnect') {
      this.#connectLater();
    }
  }

  #failed() {
    this.#say('lost');
    if (this.#socket.active) {
      // A proxy may let only one of the two ways through: try them in turn.
      this.#socket.io.opts.transports.reverse();
    } else {
      this.#connectLater();
    }
  }

  /** The library comes back by itself, except after the server has turned us away. */
  #connectLater() {
    setTimeout(() => this.#socket.connect(), REFUSED_PAUSE_MS);
  }

  #visibilityChanged() {
    if (document.hidden) {
      this.#tellPresence();
    } else {
      this.#wake();
    }
  }

  /** Phones leave sockets behind that look open. */
  async #wake() {
    if (!this.isOpen) {
      this.restart();
      return;
    }
    this.#tellPresence();
    const slow = setTimeout(() => this.#say('stale'), SLOW_PROBE_MS);
    try {
      await this.ask('probe', { number: this.#probeWith() });
      this.#say('live');
    } catch {
      this.restart();
    } finally {
      clearTimeout(slow);
    }
  }

  /** Say what is shown, so that what is missing comes; a slow server is not hurried. */
  #lookAgain() {
    if (!document.hidden) {
      this.tell('probe', { number: this.#probeWith() });
    }
  }

  #tellPresence() {
    this.tell('presence', { asleep: document.hidden });
  }

  #say(state) {
    document.getElementById('link').dataset.state = state;
  }
}
