/**
 * Turns the pages of the board's `[data-pages]`, one at a time and calmly. What that attribute says is news: it brings
 * the first page back, as the last minute does. The first page of news also comes between all others.
 */

const PAGE_MS = 12_000;
const TICK_MS = 500;

let news = null;
let since = 0;

export function startPages() {
  turnPages();
  setInterval(turnPages, TICK_MS);
}

/** Show the page whose turn it is. */
export function turnPages() {
  const area = document.querySelector('[data-pages]');
  if (!area) {
    news = null;
    return;
  }
  if (area.dataset.pages !== news) {
    news = area.dataset.pages;
    since = performance.now();
  }
  const pages = Array.from(area.querySelectorAll('[data-page]'));
  const shown = document.querySelector('time.low') ? pages[0] : pageAt(pages, news !== '');
  pages.forEach((page) => (page.hidden = page !== shown));
}

function pageAt(pages, firstBetween) {
  const turn = Math.floor((performance.now() - since) / PAGE_MS);
  if (!firstBetween || pages.length < 2) {
    return pages[turn % pages.length];
  }
  return turn % 2 ? pages[1 + (((turn - 1) / 2) % (pages.length - 1))] : pages[0];
}
