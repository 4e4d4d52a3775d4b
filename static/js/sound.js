/**
 * A few notes, without any file. Browsers allow sound only after a person has touched the page.
 */

const NOTE_SECONDS = 0.14;

const listeners = [];
let audio = null;

export function startSound() {
  const wake = async () => {
    audio ??= window.AudioContext ? new AudioContext() : null;
    await audio?.resume();
    listeners.forEach((listener) => listener());
  };
  document.addEventListener('pointerdown', wake, { passive: true });
  document.addEventListener('keydown', wake);
}

/** Call back whenever sound may have become possible. */
export function onTouched(listener) {
  listeners.push(listener);
}

/** Whether a note would be heard now. */
export function canPlay() {
  return audio?.state === 'running';
}

/** Play these pitches, in hertz, one after another; nothing while the browser forbids it. */
export function play(pitches) {
  if (!canPlay()) {
    return;
  }
  pitches.forEach((pitch, place) => {
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
