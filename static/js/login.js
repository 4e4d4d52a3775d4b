/**
 * Opens a door with the key that stands behind the # of a link, and takes it out of sight at once: the host's console,
 * or what `#login` says. A page that is open already has no words about it, and obeys all the same.
 */

const { keyTo = '/host/key', opens = '/host' } = document.getElementById('login')?.dataset ?? {};

window.addEventListener('hashchange', enter);
enter();

async function enter() {
  const key = takeKey();
  if (!key) {
    return;
  }
  say('trying');
  const { state, sentence } = await present(key);
  say(state, sentence);
  if (state === 'open') {
    location.replace(opens);
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

/** Show the server the key: the state is "open", "refused" with its sentence, or "lost" when it did not answer. */
async function present(key) {
  try {
    const answer = await fetch(keyTo, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    return answer.ok ? { state: 'open' } : { state: 'refused', sentence: await answer.text() };
  } catch {
    return { state: 'lost' };
  }
}

function say(state, sentence = '') {
  const login = document.getElementById('login');
  login?.setAttribute('data-state', state);
  const answer = login?.querySelector('[data-answer]');
  if (answer) {
    answer.textContent = sentence;
  }
}
