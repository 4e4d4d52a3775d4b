/**
 * Wires up a live screen: phone, board, host or spectator.
 */

import { keepAmounts, startAmounts } from '/static/js/amount.js';
import { startAside } from '/static/js/aside.js';
import { drawTimes, startClock } from '/static/js/clock.js';
import { keepResting, startCommands } from '/static/js/commands.js';
import { goAlong, startFollow } from '/static/js/follow.js';
import { keepHeldUp, startHold } from '/static/js/hold.js';
import { startKeys } from '/static/js/keys.js';
import { startLastCall } from '/static/js/lastcall.js';
import { Link } from '/static/js/link.js';
import { putOnLooks, startLooks } from '/static/js/looks.js';
import { startMenus } from '/static/js/menus.js';
import { expectAfresh, freeze, onShown, show, shownNumber, startMorph } from '/static/js/morph.js';
import { Outbox } from '/static/js/outbox.js';
import { startPages, turnPages } from '/static/js/pages.js';
import { hexOf, randomBytes } from '/static/js/random.js';
import { giveSignal } from '/static/js/signal.js';
import { startSound } from '/static/js/sound.js';
import { watchTickets } from '/static/js/ticket.js';
import { watchFields } from '/static/js/touched.js';
import { hideUselessButtons, startWake } from '/static/js/wake.js';
import { bearWitness } from '/static/js/witness.js';

/** A page that is told to load anew right after it was loaded waits so long, in milliseconds. */
const RELOAD_PAUSE_MS = 2000;

const { room, screen, lang } = document.body.dataset;
const link = new Link({ room, screen, lang, page: hexOf(randomBytes(8)) }, shownNumber);
const outbox = new Outbox(link, room);

startMorph();
watchFields();
startCommands(outbox);
startHold();
startAmounts();
startSound();
startLooks();
startKeys();
startMenus();
startWake();
startClock(link);
startLastCall();
startAside(link);
watchTickets(link);
for (const follow of [keepResting, keepHeldUp, keepAmounts, giveSignal, drawTimes, turnPages, putOnLooks, goAlong, hideUselessButtons]) {
  onShown(follow);
}
onShown(() => bearWitness(room));
bearWitness(room);
hideUselessButtons();
drawTimes();
startPages();
startFollow();
putOnLooks();
giveSignal();

link.onLost(expectAfresh);
link.on('fragment', show);
link.on('gone', () => setTimeout(() => location.reload(), Math.max(0, RELOAD_PAUSE_MS - performance.now())));
window.addEventListener('pageshow', (event) => {
  if (event.persisted) {
    freeze();
    link.restart();
  }
});
link.open();

if (screen === 'phone') {
  const [{ takePart }, { startPlacing }] = await Promise.all([
    import('/static/js/bytes.js'),
    import('/static/js/placing.js'),
  ]);
  startPlacing(outbox);
  const join = () => takePart(outbox, room);
  onShown(join);
  join();
}
