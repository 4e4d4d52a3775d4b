/**
 * Countdowns by the server's clock, whatever this device's own clock says.
 */

const ROUND_TRIPS = 5;
const AGAIN_MS = 60_000;
const TICK_MS = 200;
/** A device clock that moves by this much against the page's own has been set anew. */
const JUMP_MS = 500;

const listeners = [];
/** Milliseconds to add to this device's clock; null until the server was asked. */
let offset = null;
let drift = deviceDrift();

/** Ask for the time on each connection, again each minute and when the device's clock jumps; draw it all the while. */
export function startClock(link) {
  const ask = () => measure(link);
  link.onConnect(ask);
  setInterval(ask, AGAIN_MS);
  document.addEventListener('visibilitychange', () => document.hidden || ask());
  setInterval(() => {
    if (Math.abs(deviceDrift() - drift) > JUMP_MS) {
      drift = deviceDrift();
      ask();
    }
    drawTimes();
  }, TICK_MS);
}

/** Call back each time the clocks were drawn. */
export function onDrawn(listener) {
  listeners.push(listener);
}

/** Write what the page's times stand at now. */
export function drawTimes() {
  document.querySelectorAll('time[data-left]').forEach((time) => draw(time, Number(time.dataset.left)));
  if (offset === null) {
    return;
  }
  const now = Date.now() + offset;
  document.querySelectorAll('time[data-ends]').forEach((time) => draw(time, Number(time.dataset.ends) - now));
  document.querySelectorAll('[data-since]').forEach((one) => put(one, ago(now - Number(one.dataset.since))));
  listeners.forEach((listener) => listener());
}

/** The offset by the quickest of five round trips: there the answer is youngest. */
async function measure(link) {
  let best = { took: Infinity, offset };
  for (let trip = 0; trip < ROUND_TRIPS; trip += 1) {
    const asked = performance.now();
    const answer = await link.ask('sync', {}).catch(() => null);
    const took = performance.now() - asked;
    if (answer && took < best.took) {
      best = { took, offset: answer.at + took / 2 - Date.now() };
      offset ??= best.offset;
    }
  }
  offset = best.offset;
  if (offset !== null) {
    link.tell('clock', { ahead: Math.round(-offset) });
  }
  drawTimes();
}

function deviceDrift() {
  return Date.now() - performance.now();
}

function draw(time, left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  put(time, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
  time.classList.toggle('low', seconds < Number(time.dataset.low ?? 0));
  time.classList.toggle('last', seconds <= Number(time.dataset.last ?? -1));
}

function put(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** "40 sec", "3 min", "2 hr" in the page's language. */
function ago(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) {
    return measured(seconds, 'second');
  }
  return seconds < 3600 ? measured(Math.floor(seconds / 60), 'minute') : measured(Math.floor(seconds / 3600), 'hour');
}

function measured(count, unit) {
  return new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}
