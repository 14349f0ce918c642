/** Pictures that the shop draws, small: by a worker, one after the other, each once for as long as a page is open. */
export interface AskedDrawing {
  readonly key: string;
  readonly render: object;
}

export interface MadeDrawing {
  readonly key: string;
  readonly svg: string | null;
}

type Answer = (svg: string | null) => void;

const drawn = new Map<string, Promise<string | null>>();
const waiting = new Map<string, Answer>();
let worker: Worker | null = null;

function startWorker(): Worker {
  const started = new Worker(new URL('./drawing-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data: { key, svg } }: MessageEvent<MadeDrawing>) => {
    waiting.get(key)?.(svg);
    waiting.delete(key);
  });
  // Its code could not be had: whoever comes near the picture again asks again.
  started.addEventListener('error', () => {
    worker = null;
    for (const [key, answer] of waiting) {
      drawn.delete(key);
      answer(null);
    }
    waiting.clear();
  });
  return started;
}

/** The address of its drawing; null where it can't be drawn. */
export function drawnPicture(key: string, render: object): Promise<string | null> {
  const known = drawn.get(key);
  if (known) return known;
  worker ??= startWorker();
  const asked: AskedDrawing = { key, render };
  const { promise, resolve } = Promise.withResolvers<string | null>();
  waiting.set(key, resolve);
  worker.postMessage(asked, []);
  const made = promise.then(
    (svg) => svg && URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })),
  );
  drawn.set(key, made);
  return made;
}
