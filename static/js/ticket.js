/**
 * A one-time code for another phone, in the host page's `<dialog id="ticket">`: shown here alone, gone when it is used.
 */

import { drawTimes } from '/static/js/clock.js';

/** Put away what is shown once its seat has been taken by it. */
export function watchTickets(link) {
  const dialog = document.getElementById('ticket');
  dialog?.addEventListener('close', clear);
  link.on('ticket_over', ({ seat }) => {
    if (dialog?.dataset.seat === String(seat)) {
      dialog.close();
    }
  });
}

/** Show {seat, name, link, svg, ends}. */
export function showTicket(ticket) {
  const dialog = document.getElementById('ticket');
  dialog.dataset.seat = ticket.seat;
  const title = part('name');
  title.textContent = title.dataset.words.replace('%s', ticket.name);
  part('qr').innerHTML = ticket.svg;
  part('link').value = ticket.link;
  part('left').dataset.ends = ticket.ends;
  drawTimes();
  if (!dialog.open) {
    dialog.showModal();
  }
}

function clear() {
  delete document.getElementById('ticket').dataset.seat;
  part('qr').replaceChildren();
  part('link').value = '';
}

function part(name) {
  return document.getElementById(`ticket-${name}`);
}
