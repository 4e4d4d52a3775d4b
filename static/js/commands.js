/**
 * What a press on a command button or a sent form does: collect, ask, send, and say how it went.
 */

import { ask } from '/static/js/ask.js';
import { commandMeant, settle } from '/static/js/morph.js';
import { sayBeside, sayReceipt, sayUntilNext, text } from '/static/js/say.js';
import { isSecondTap, noteTap } from '/static/js/taps.js';
import { showTicket } from '/static/js/ticket.js';
import { standing } from '/static/js/touched.js';
import { areValid, fieldsCalled, fieldsOf, formOf, isChanged, valuesOf } from '/static/js/values.js';

/** A pressed button rests at least so long, so that a double tap is one press. */
const REST_MS = 600;

/** Presses whose command is on its way: what they would send again, and the buttons that were pressed. */
const flights = new Set();
/** Buttons at rest, and whether the server's page has them disabled anyway. */
const resting = new Map();
/** The last press of each type of command: the next one waits for it, since its answer may change what is sent. */
const turns = new Map();

/** Send the commands that people give through this outbox. */
export function startCommands(outbox) {
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-command]');
    if (button) {
      event.preventDefault();
      press(outbox, button, event);
    }
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.command) {
      event.preventDefault();
      press(outbox, form, event);
    } else if (form.method === 'get' && !form.hasAttribute('action')) {
      event.preventDefault();
    }
  });
}

/** After an update: buttons at rest stay so in their new clothes. */
export function keepResting() {
  for (const button of resting.keys()) {
    if (button.closest('#screen') || !button.isConnected) {
      resting.delete(button);
    }
  }
  putToRest();
}

async function press(outbox, source, event) {
  const meant = commandMeant(source);
  const flight = { key: keyOf(source, meant), buttons: buttonsOf(source) };
  if (isOnTheWay(flight) || isSecondTap(event) || !areValid(fieldsOf(source))) {
    return;
  }
  flights.add(flight);
  putToRest();
  const rested = pause(REST_MS);
  const { type } = JSON.parse(meant);
  const turn = afterThe(turns.get(type), () => carryOut(outbox, source, event));
  turns.set(type, turn);
  try {
    if (await turn) {
      await rested;
    }
  } finally {
    land(flight);
  }
  if (event.detail === 0 && document.activeElement === document.body) {
    source.focus({ preventScroll: true });
  }
}

/** Work that follows on another, however that went. */
async function afterThe(turn, work) {
  await turn?.catch(() => {});
  return work();
}

/** Ask if need be and send what the button and its fields say now; tells whether it was sent. */
async function carryOut(outbox, source, event) {
  const fields = fieldsOf(source);
  const command = commandOf(source, fields);
  const sent = standing([...fields, ...fieldsCalled(source, source.dataset.clears)]);
  if (!(await keepFirst(outbox, source))) {
    return false;
  }
  const given = await answerTo(source);
  if (given === null) {
    return false;
  }
  noteTap(event);
  Object.assign(command.body, given);
  await deliver(outbox, command, source, sent);
  return true;
}

/** What was changed in the form that `data-first` names goes before; tells whether nothing stands in the way. */
function keepFirst(outbox, source) {
  const form = document.getElementById(source.dataset.first ?? '');
  const fields = form ? fieldsOf(form) : [];
  if (!fields.some(isChanged)) {
    return true;
  }
  return areValid(fields) && deliver(outbox, commandOf(form, fields), form, standing(fields));
}

/** Send a command that was given otherwise than by a button, and say how it went. */
export function give(outbox, command) {
  return deliver(outbox, command, null, []);
}

async function deliver(outbox, command, source, sent) {
  const form = source && formOf(source);
  sayUntilNext('', false);
  sayBeside(form, '');
  const ack = await outbox.send(command, () => sayUntilNext(text('sending'), false));
  if (ack.ok) {
    sayReceipt(ack.say || text('sent', ack.number));
    if (ack.ticket) {
      showTicket(ack.ticket);
    }
    settle(sent, ack.number);
  } else {
    sayUntilNext(ack.say, true);
    sayBeside(form, ack.say);
  }
  return ack.ok;
}

/** {type, body}, with what stands in the fields merged into the body, or under the name in `data-into`. */
function commandOf(source, fields) {
  const command = JSON.parse(commandMeant(source));
  const place = source.dataset.into ?? formOf(source)?.dataset.into;
  const body = command.body ?? {};
  const target = place ? (body[place] ??= {}) : body;
  Object.assign(target, valuesOf(fields));
  return { type: command.type, body };
}

/** What the person answers to the question that a button may ask first. */
function answerTo(source) {
  const { confirm, reason } = source.dataset;
  return confirm === undefined && reason === undefined ? {} : ask(confirm ?? reason, reason !== undefined);
}

/** Presses are the same when they send the same command from the same fields. */
function keyOf(source, command) {
  return `${command} ${source.dataset.with ?? ''} ${source.id}`;
}

function buttonsOf(source) {
  return source.localName === 'form'
    ? Array.from(source.elements).filter((one) => one.type === 'submit' && !one.dataset.command)
    : [source];
}

function isOnTheWay(flight) {
  return Array.from(flights).some((one) => one.key === flight.key);
}

/** All buttons that were pressed, and those that would send the same now. */
function buttonsAtRest() {
  const keys = new Set(Array.from(flights, (flight) => flight.key));
  const same = Array.from(document.querySelectorAll('[data-command]')).filter((source) =>
    keys.has(keyOf(source, source.dataset.command)),
  );
  return new Set([...Array.from(flights).flatMap((flight) => flight.buttons), ...same.flatMap(buttonsOf)]);
}

function putToRest() {
  for (const button of buttonsAtRest()) {
    if (!resting.has(button)) {
      resting.set(button, button.disabled);
    }
    button.disabled = true;
    button.classList.add('busy');
  }
}

function land(flight) {
  flights.delete(flight);
  const still = buttonsAtRest();
  for (const [button, wasDisabled] of resting) {
    if (!still.has(button)) {
      button.disabled = wasDisabled;
      button.classList.remove('busy');
      resting.delete(button);
    }
  }
}

function pause(milliseconds) {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}
