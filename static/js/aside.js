/**
 * Several pages of one phone: all but one stand aside, and say so, until the player asks for them.
 */

import { freeze } from '/static/js/morph.js';

export function startAside(link) {
  const notice = document.getElementById('aside');
  if (!notice) {
    return;
  }
  link.on('aside', () => {
    freeze();
    notice.hidden = false;
  });
  link.on('fragment', () => (notice.hidden = true));
  notice.querySelector('button').addEventListener('click', () => link.tell('front', {}));
}
