/**
 * Says that it is one's turn, by sound and by vibration where the browser allows it; once for each turn.
 */

const BUZZ = [180, 90, 180];
const NOTES = [660, 880];
const NOTE_SECONDS = 0.14;

let said = null;
let audio = null;

/** Sound is allowed only after a person has touched the page. */
export function startSignal() {
  const wake = () => {
    audio ??= window.AudioContext ? new AudioContext() : null;
    audio?.resume();
  };
  document.addEventListener('pointerdown', wake, { passive: true });
  document.addEventListener('keydown', wake);
}

/** After an update: a signal that was not there before is given. */
export function giveSignal() {
  const signal = document.getElementById('signal')?.dataset.signal ?? null;
  if (signal && signal !== said) {
    // Before the first touch browsers refuse to vibrate, and complain about it.
    if (navigator.userActivation?.hasBeenActive ?? true) {
      navigator.vibrate?.(BUZZ);
    }
    play();
  }
  said = signal ?? said;
}

function play() {
  if (audio?.state !== 'running') {
    return;
  }
  NOTES.forEach((pitch, place) => {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const start = audio.currentTime + place * NOTE_SECONDS;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.2, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS);
  });
}
