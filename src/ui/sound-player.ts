/**
 * Plays a row of sounds: a key, a waveform to go to a place in, the time. Invariant: nothing of a file is
 * asked for before its key is pressed, and one plays at a time on a page.
 */
import { element } from './element.ts';
import { clockWords } from './sound-wave.ts';

const lost = 'This sound could not be loaded. Press play to try again.';
const offline = 'This sound could not be loaded: you seem to be offline. Press play to try again.';

/** A pause before the file was there, or a browser that wants one more press, is no failure. */
const isCalledOff = (error: unknown): boolean =>
  error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name);

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The sound that is heard; another one that begins stops it. */
let heard: HTMLAudioElement | null = null;

/**
 * `row` says its length in milliseconds and holds a button with a name in quotes, an `svg` with the
 * waveform in `[data-wave]`, the time in `[data-time]`, and the `audio`. Gives what ends it.
 */
export function playSound(row: HTMLElement): () => void {
  const audio = row.querySelector('audio');
  const key = row.querySelector('button');
  const wave = row.querySelector<HTMLElement>('[data-wave]');
  const time = row.querySelector<HTMLElement>('[data-time]');
  if (audio === null || key === null) return () => {};
  const lengthMs = Number(row.dataset['length']);
  const ended = new AbortController();
  const { signal } = ended;
  const length = time?.textContent ?? '';
  const place = placeOf(lengthMs / 1000);
  const drawn = wave?.querySelector('svg');
  const said = element('p', { role: 'status', 'data-said': '' });
  const played = drawn && document.importNode(drawn, true);
  played?.setAttribute('data-played', '');
  if (wave && played) wave.append(played, place);
  row.append(said);
  let frame = 0;

  const tell = (state: 'idle' | 'loading' | 'playing' | 'failed') => {
    row.dataset['state'] = state;
    const name = /[“„].+[”“]/.exec(key.getAttribute('aria-label') ?? '')?.[0] ?? '';
    key.setAttribute('aria-label', `${state === 'playing' ? 'Pause' : 'Play'} ${name}`);
    place.setAttribute('aria-label', `Position in ${name}`);
    said.textContent = state === 'failed' ? (navigator.onLine ? lost : offline) : '';
  };
  const show = () => {
    const at = audio.currentTime;
    const whole = Number.isFinite(audio.duration) ? audio.duration : lengthMs / 1000;
    const share = whole > 0 ? Math.min(1, at / whole) : 0;
    wave?.style.setProperty('--played', `${(share * 100).toFixed(2)}%`);
    place.max = String(whole);
    place.value = String(at);
    place.setAttribute('aria-valuetext', `${at.toFixed(1)} of ${whole.toFixed(1)} seconds`);
    if (time) time.textContent = at > 0 ? clockWords(at * 1000) : length;
  };
  const follow = () => {
    show();
    // `timeupdate` alone moves it four times a second.
    if (!audio.paused && !isCalm()) frame = requestAnimationFrame(follow);
  };
  const start = () => {
    if (row.dataset['state'] === 'failed') audio.load();
    tell('loading');
    audio.play().catch((error: unknown) => {
      tell(isCalledOff(error) ? 'idle' : 'failed');
    });
  };
  const on = (name: string, act: () => void) => audio.addEventListener(name, act, { signal });

  // What could not be loaded is not paused either.
  const press = () => (audio.paused || row.dataset['state'] === 'failed' ? start() : audio.pause());
  key.addEventListener('click', press, { signal });
  place.addEventListener(
    'input',
    () => {
      audio.currentTime = Number(place.value);
      show();
    },
    { signal },
  );
  on('play', () => {
    if (heard !== audio) heard?.pause();
    heard = audio;
  });
  on('playing', () => {
    tell('playing');
    cancelAnimationFrame(frame);
    follow();
  });
  on('pause', () => {
    if (row.dataset['state'] !== 'failed') tell('idle');
  });
  on('ended', () => {
    audio.currentTime = 0;
    show();
  });
  on('timeupdate', show);
  on('error', () => tell('failed'));
  tell('idle');
  show();
  return () => {
    ended.abort();
    cancelAnimationFrame(frame);
    audio.pause();
    if (heard === audio) heard = null;
    played?.remove();
    place.remove();
    said.remove();
  };
}

/** Over the waveform, so that fingers, a mouse and arrows go to a place in it. */
function placeOf(seconds: number): HTMLInputElement {
  const step = Math.max(0.1, Math.round(seconds / 6) / 10);
  const place = element('input', {
    type: 'range',
    min: '0',
    max: String(seconds),
    step: String(step),
  });
  place.value = '0';
  return place;
}
