"""Asks a page whether all its words can be read: nothing cut off, outside, broken, covered or too small."""

from dataclasses import dataclass

from playwright.sync_api import Page

_ASK = """
({smallest, scrolls, turned, widest}) => {
  const found = [];
  const turns = [...document.querySelectorAll('[data-page]')];
  turns.forEach((one, place) => { one.hidden = place !== turned; });
  const page = document.scrollingElement;
  const text = (one) => one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 60);
  const tag = (one) => `<${one.localName} id="${one.id}" class="${one.getAttribute('class') ?? ''}">`;
  const say = (what, one) => found.push(`${what}: ${tag(one)} ${text(one)}`);
  if (page.scrollWidth > innerWidth + 1) found.push(`the page is ${page.scrollWidth} wide`);
  if (!scrolls && page.scrollHeight > innerHeight + 1) found.push(`the page is ${page.scrollHeight} high`);
  const visible = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true});
  if (turns.length && !(turns[turned] && visible(turns[turned]))) found.push(`page ${turned} is not to be seen`);
  const status = [...document.querySelectorAll('#link > *')].find(visible);
  const across = (one, other) => one.left < other.right - 2 && other.left < one.right - 2;
  const touches = (one, other) => across(one, other) && one.top < other.bottom - 2 && other.top < one.bottom - 2;
  const panel = (one, axis) => ['auto', 'scroll'].includes(getComputedStyle(one)[axis]);
  const cuts = (one, axis) => getComputedStyle(one)[axis] !== 'visible';
  const seen = (box, one) => {
    for (let around = one.parentElement; around; around = around.parentElement) {
      if (around instanceof SVGElement || getComputedStyle(around).overflowY === 'visible') continue;
      const edge = around.getBoundingClientRect();
      box.top = Math.max(box.top, edge.top);
      box.bottom = Math.min(box.bottom, edge.bottom);
    }
    return box;
  };
  const lines = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()].map(({left, right, top, bottom, height}) =>
      seen({left, right, top: top + height * 0.25, bottom: bottom - height * 0.25}, one));
  };
  const things = [...document.querySelectorAll('#screen svg.card')].filter(visible).map((one) => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return {one, boxes: [seen({left, right, top, bottom}, one)]};
  });
  for (const one of document.body.querySelectorAll('*')) {
    const words = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!words.length || !visible(one)) continue;
    if (one.closest('.unseen, title, option, script, style, [data-layout-free]')) continue;
    const range = document.createRange();
    range.selectNodeContents(one);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    if (!(one instanceof SVGElement) && parseFloat(getComputedStyle(one).fontSize) < smallest - 0.05)
      say(`${getComputedStyle(one).fontSize} small`, one);
    for (const node of words) {
      for (const word of node.data.matchAll(/\\S{2,14}(?=\\s|$)/g)) {
        if (word.index && /\\S/.test(node.data[word.index - 1])) continue;
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const rects = [...range.getClientRects()];
        const room = rects.reduce((sum, rect) => sum + rect.width, 0) / parseFloat(getComputedStyle(one).fontSize);
        const tops = rects.map((rect) => Math.round(rect.top / 4));
        const mayBreak = room > widest || /\\p{Script=Han}/u.test(word[0]);
        if (!mayBreak && new Set(tops).size > 1) say(`broken in the word ${word[0]}`, one);
      }
    }
    const stays = !scrolls || one.closest('.host-top, .phone-top, .board-top');
    if (status && stays && !status.contains(one) && touches(box, status.getBoundingClientRect()))
      say('under the status', one);
    if (!(one instanceof SVGElement) && one.closest('#screen')) things.push({one, boxes: lines(one)});
    let scrolled = scrolls;
    for (let around = one; around && around !== document.body; around = around.parentElement) {
      const edge = around.getBoundingClientRect();
      if (around instanceof SVGElement) continue;
      if (panel(around, 'overflowY')) scrolled = true;
      const beside = box.left < edge.left - 1.5 || box.right > edge.right + 1.5;
      const beyond = box.top < edge.top - 1.5 || box.bottom > edge.bottom + 1.5;
      if (beside && cuts(around, 'overflowX') && !panel(around, 'overflowX')) say('cut at the side', one);
      if (beyond && cuts(around, 'overflowY') && !scrolled) say('cut above or below', one);
    }
    if (box.left < -1 || box.right > innerWidth + 1) say('outside at the side', one);
    if (!scrolled && (box.top < -1 || box.bottom > innerHeight + 1)) say('outside above or below', one);
  }
  if (!scrolls)
    for (const [place, first] of things.entries())
      for (const second of things.slice(place + 1)) {
        if (first.one.contains(second.one) || second.one.contains(first.one)) continue;
        if (first.one.matches('svg') && second.one.matches('svg')) continue;
        if (first.boxes.some((box) => second.boxes.some((other) => touches(box, other))))
          say(`on top of ${tag(first.one)} ${text(first.one)}`, second.one);
      }
  return [...new Set(found)];
}
"""


WIDEST_WORD = 9.0
"""Times the size of its type: a word that takes more room than any of a language's may be broken, as Chinese may."""


@dataclass(frozen=True)
class Demand:
    """`smallest` text in CSS pixels; `scrolls` if the page itself may scroll down."""

    smallest: float
    scrolls: bool


def faults(page: Page, demand: Demand) -> list[str]:
    """What cannot be read on this page, in words; empty when all is well. Pages that take turns are all looked at."""
    return [fault for turned in range(max(1, _turns(page))) for fault in _faults(page, demand, turned)]


def _turns(page: Page) -> int:
    return page.locator("[data-page]").count()


def _faults(page: Page, demand: Demand, turned: int) -> list[str]:
    asked = {"smallest": demand.smallest, "scrolls": demand.scrolls, "turned": turned, "widest": WIDEST_WORD}
    found: list[str] = page.evaluate(_ASK, asked)
    return found
