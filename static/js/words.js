/**
 * Sentences of the page with facts in them: each stands in `#words` under its key, a fact as {name}. Cards, digits and
 * people get elements of their own.
 */

const SUITS = { c: '♣', d: '♦', h: '♥', s: '♠' };
/** Not to be broken after its hyphen. */
const [ALGORITHM, UNBROKEN] = ['SHA-256', 'SHA-\u2060256'];
const DIGITS = ['head', 'seed', 'commitment', 'key'];

/** The sentence under this key as plain text. */
export function sentence(key) {
  return document.querySelector(`#words > [data-key="${key}"]`)?.textContent.trim().replace(ALGORITHM, UNBROKEN) ?? key;
}

/** The sentence under this key with its facts, as nodes. */
export function filled(key, facts = {}) {
  return sentence(key)
    .split(/(\{\w+\})/)
    .flatMap((part) => (/^\{\w+\}$/.test(part) ? shown(part.slice(1, -1), facts[part.slice(1, -1)]) : [part]));
}

/** An element with a class, children (nodes or texts) and attributes. */
export function element(tag, className, children = [], attributes = {}) {
  const made = document.createElement(tag);
  if (className) {
    made.className = className;
  }
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function shown(name, value) {
  if (DIGITS.includes(name)) {
    return [element('span', 'hex', [String(value).replace(/.{4}(?=.)/g, '$& ')])];
  }
  switch (name) {
    case 'cards':
    case 'found':
    case 'rest':
      return Array.isArray(value) ? cardsShown(value) : [String(value)];
    case 'who':
      return who(value);
    case 'people':
      return value.flatMap((one, place) => (place ? [', ', ...who(one)] : who(one)));
    case 'hands':
      return [element('ul', 'hands', value.map((hand) => element('li', '', filled('hand-line', hand))))];
    case 'order':
      return [element('ol', 'hands', value.map((hand) => element('li', '', filled(hand.drawn ? 'drawn-line' : 'level-line', hand))))];
    default:
      return [element('bdi', '', [String(value)])];
  }
}

function cardsShown(cards) {
  if (cards.length === 0) {
    return [sentence('no-card')];
  }
  const texts = cards.map((card) => `${card[0] === 'T' ? '10' : card[0]}${SUITS[card[1]]}`);
  return [element('b', texts.length <= 3 ? 'few' : '', [texts.join(' ')])];
}

function who({ seat, name }) {
  return name ? filled('who-named', { name, seat }) : filled('who-seat', { seat });
}
