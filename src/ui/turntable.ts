/** A thing seen from all sides, over its picture: a thumb, a mouse or the arrow keys turn it. */
import { framesInRow, rowsOf } from '#shared/turntable.ts';
import { element } from '#ui/element.ts';
import styles from '#ui/styles/turntable.module.css';

/** A hand across the whole picture turns it this often. */
const turnsAcross = 1;
/** What is left of its speed after each sixtieth of a second, once the hand lets go. */
const drag = 0.93;
const settleMs = 900;
const holder = styles['holder'] ?? '';
const frameMs = 1000 / 60;
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 6,
  PageDown: -6,
};

export interface TurnSheet {
  readonly frames: number;
  /** Its bytes. The share of them that is there is told as they come. */
  readonly read: (signal: AbortSignal, tell: (share: number) => void) => Promise<Blob>;
}

/** Gives what ends it. */
export function openTurntable(
  place: HTMLElement,
  { frames, read }: TurnSheet,
  onEnd: (hadFocus: boolean) => void = () => undefined,
): () => void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // A slider's own children are told to nobody: what is said stands beside it.
  const canvas = element('canvas', {
    role: 'slider',
    tabindex: '0',
    'aria-label': 'Turn it: arrow keys',
    'aria-valuemin': '0',
    'aria-valuemax': String(360 - 360 / frames),
  });
  const progress = element('progress', { max: '1', 'aria-label': 'Loading the turntable' });
  const hint = element('p', { class: 'hint' }, ['Drag to turn']);
  const view = element('div', { class: 'turntable' }, [canvas, progress]);
  const ended = new AbortController();
  const { signal } = ended;
  let picture: ImageBitmap | null = null;
  let turned = 0;
  let speed = 0;
  let running = 0;
  let isSettling = false;
  let said: HTMLElement = progress;

  const sideSeen = () => ((Math.round(turned) % frames) + frames) % frames;

  function tell() {
    const degrees = Math.round((sideSeen() * 360) / frames);
    canvas.setAttribute('aria-valuenow', String(degrees));
    canvas.setAttribute('aria-valuetext', `Turned by ${degrees}°`);
  }

  function show() {
    if (picture === null) return;
    const side = sideSeen();
    const width = picture.width / framesInRow;
    const height = picture.height / rowsOf(frames);
    const [left, top] = [side % framesInRow, Math.floor(side / framesInRow)];
    if (canvas.width !== width) Object.assign(canvas, { width, height });
    canvas
      .getContext('2d')
      ?.drawImage(picture, left * width, top * height, width, height, 0, 0, width, height);
  }

  const turnTo = (side: number) => {
    turned = side;
    show();
    if (!isSettling) tell();
  };

  const stop = () => {
    cancelAnimationFrame(running);
    speed = 0;
    isSettling = false;
  };

  /** Comes round to its first side, which says that it turns. To who only hears of it, it stands there. */
  function settle() {
    isSettling = true;
    const from = -frames / 4;
    const began = performance.now();
    const next = (now: number) => {
      const share = Math.min((now - began) / settleMs, 1);
      turnTo(from * (1 - share) ** 3);
      if (share < 1) running = requestAnimationFrame(next);
      else isSettling = false;
    };
    next(began);
  }

  function glide() {
    let last = performance.now();
    const next = (now: number) => {
      turnTo(turned + speed * (now - last));
      speed *= drag ** ((now - last) / frameMs);
      last = now;
      if (Math.abs(speed) > 0.002) running = requestAnimationFrame(next);
    };
    running = requestAnimationFrame(next);
  }

  /** What stands beside the picture; whoever was there goes along. */
  function say(words: HTMLElement, place: HTMLElement = canvas) {
    const hadFocus = view.contains(document.activeElement);
    said.replaceWith(words);
    said = words;
    if (hadFocus) place.focus({ preventScroll: true });
  }

  async function load() {
    say(progress);
    view.setAttribute('aria-busy', 'true');
    try {
      const bytes = await read(signal, (share) => (progress.value = share));
      picture = await createImageBitmap(bytes);
      if (signal.aborted) return picture.close();
      say(hint);
      if (isCalm) show();
      else settle();
    } catch {
      if (signal.aborted) return;
      const again = element('button', { type: 'button' }, ['Try again']);
      again.addEventListener('click', () => void load());
      const failed = 'The pictures could not be loaded.';
      say(element('p', { class: 'hint', role: 'alert' }, [failed, again]), again);
    } finally {
      view.removeAttribute('aria-busy');
    }
  }

  function end() {
    if (signal.aborted) return;
    ended.abort();
    stop();
    picture?.close();
    const hadFocus = view.contains(document.activeElement);
    view.remove();
    place.classList.remove(holder);
    onEnd(hadFocus);
  }

  function hold(start: PointerEvent) {
    if (picture === null || start.button !== 0) return;
    stop();
    view.setPointerCapture(start.pointerId);
    const perPixel = (frames * turnsAcross) / view.clientWidth;
    let last = start;
    const move = (event: PointerEvent) => {
      const by = (event.clientX - last.clientX) * perPixel;
      const ms = Math.max(event.timeStamp - last.timeStamp, 1);
      last = event;
      speed = 0.5 * speed + 0.5 * (by / ms);
      if (by !== 0) hint.remove();
      turnTo(turned + by);
    };
    const letGo = (event: PointerEvent) => {
      view.removeEventListener('pointermove', move);
      for (const sign of ['pointerup', 'pointercancel'] as const)
        view.removeEventListener(sign, letGo);
      // A hand that rested before it let go means this side.
      if (isCalm || event.timeStamp - last.timeStamp > 80) speed = 0;
      glide();
    };
    view.addEventListener('pointermove', move);
    view.addEventListener('pointerup', letGo);
    view.addEventListener('pointercancel', letGo);
  }

  function type(event: KeyboardEvent) {
    const { key } = event;
    const step = steps[key];
    if (key !== 'Escape' && key !== 'Home' && step === undefined) return;
    const from = isSettling || key === 'Home' ? 0 : Math.round(turned);
    stop();
    hint.remove();
    if (key === 'Escape') end();
    else turnTo(from + (step ?? 0));
    event.preventDefault();
    event.stopPropagation();
  }

  view.addEventListener('pointerdown', hold);
  view.addEventListener('keydown', type);
  place.classList.add(holder);
  place.append(view);
  tell();
  canvas.focus({ preventScroll: true });
  void load();
  return end;
}
