/**
 * Goes along when the room goes on in another one. Only what happens before one's eyes moves the page by itself; a page
 * that was opened afterwards, to read the results, keeps the link `#follow` for a press.
 */

let known = null;

export function startFollow() {
  known = target();
}

/** After an update: if the way on has just appeared, take it. */
export function goAlong() {
  const next = target();
  if (next && next !== known) {
    location.assign(next);
  }
  known = next;
}

function target() {
  return document.getElementById('follow')?.href ?? null;
}
