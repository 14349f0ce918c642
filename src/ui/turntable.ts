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
  const canvas = element('canvas');
  const progress = element('progress', { max: '1', 'aria-label': 'Loading the turntable' });
  const hint = element('p', { class: 'hint' }, ['Drag to turn']);
  const view = element(
    'div',
    {
      class: 'turntable',
      role: 'slider',
      tabindex: '0',
      'aria-label': 'Turn it: arrow keys',
      'aria-valuemin': '0',
      'aria-valuemax': String(360 - 360 / frames),
    },
    [canvas, progress],
  );
  const ended = new AbortController();
  const { signal } = ended;
  let picture: ImageBitmap | null = null;
  let turned = 0;
  let speed = 0;
  let running = 0;

  function show() {
    const side = ((Math.round(turned) % frames) + frames) % frames;
    const degrees = Math.round((side * 360) / frames);
    view.setAttribute('aria-valuenow', String(degrees));
    view.setAttribute('aria-valuetext', `Turned by ${degrees}°`);
    if (picture === null) return;
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
  };

  const stop = () => {
    cancelAnimationFrame(running);
    speed = 0;
  };

  /** Comes round to its first side, which says that it turns. */
  function settle() {
    const from = -frames / 4;
    const began = performance.now();
    const next = (now: number) => {
      const share = Math.min((now - began) / settleMs, 1);
      turnTo(from * (1 - share) ** 3);
      if (share < 1) running = requestAnimationFrame(next);
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

  async function load() {
    view.replaceChildren(canvas, progress);
    view.setAttribute('aria-busy', 'true');
    try {
      const bytes = await read(signal, (share) => (progress.value = share));
      picture = await createImageBitmap(bytes);
      if (signal.aborted) return picture.close();
      view.replaceChildren(canvas, hint);
      if (isCalm) show();
      else settle();
    } catch {
      if (signal.aborted) return;
      const again = element('button', { type: 'button' }, ['Try again']);
      again.addEventListener('click', () => void load());
      const told = element('p', { class: 'hint', role: 'alert' }, [
        'The pictures could not be loaded.',
        again,
      ]);
      view.replaceChildren(told);
      again.focus();
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
    if (key === 'Escape') end();
    else if (key === 'Home') stop();
    else if (step === undefined) return;
    else stop();
    if (key === 'Home') turnTo(0);
    if (step !== undefined) turnTo(Math.round(turned) + step);
    hint.remove();
    event.preventDefault();
    event.stopPropagation();
  }

  view.addEventListener('pointerdown', hold);
  view.addEventListener('keydown', type);
  place.classList.add(holder);
  place.append(view);
  show();
  view.focus({ preventScroll: true });
  void load();
  return end;
}
