/**
 * Opens the host's console with the key that stands behind the # of a host link, and takes it out of sight at once.
 * A page that is open already has no words about it, and obeys all the same.
 */

window.addEventListener('hashchange', enter);
enter();

async function enter() {
  const key = takeKey();
  if (!key) {
    return;
  }
  say('trying');
  const state = await present(key);
  say(state);
  if (state === 'open') {
    location.replace('/host');
  }
}

/** The key in this page's address, or ""; afterwards it is gone from the address and from the history. */
function takeKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get('key') ?? '';
  if (location.hash) {
    history.replaceState(null, '', location.pathname + location.search);
  }
  return key;
}

/** Show the server the key: "open", "refused", or "lost" when it did not answer. */
async function present(key) {
  try {
    const answer = await fetch('/host/key', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    return answer.ok ? 'open' : 'refused';
  } catch {
    return 'lost';
  }
}

function say(state) {
  document.getElementById('login')?.setAttribute('data-state', state);
}
