/**
 * Keeps the screen lit where the browser allows it, and fills it on request.
 */

export function startWake() {
  keepLit();
  document.addEventListener('visibilitychange', keepLit);
  document.addEventListener('click', fillScreen);
}

/** Hide the full-screen buttons where there is no such thing. */
export function hideUselessButtons() {
  const root = document.documentElement;
  if (!(root.requestFullscreen ?? root.webkitRequestFullscreen)) {
    document.querySelectorAll('[data-fullscreen]').forEach((button) => (button.hidden = true));
  }
}

/** Plain http has no wake lock, and a low battery may refuse one. */
async function keepLit() {
  if (navigator.wakeLock && !document.hidden) {
    await navigator.wakeLock.request('screen').catch(() => {});
  }
}

function fillScreen(event) {
  if (!event.target.closest('[data-fullscreen]')) {
    return;
  }
  const root = document.documentElement;
  if (document.fullscreenElement ?? document.webkitFullscreenElement) {
    (document.exitFullscreen ?? document.webkitExitFullscreen).call(document);
  } else {
    (root.requestFullscreen ?? root.webkitRequestFullscreen).call(root);
  }
}
