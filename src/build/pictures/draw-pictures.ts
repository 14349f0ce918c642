/**
 * Shares drawings out among the machine's cores. Invariant: what is on the disk already and whole is
 * not drawn again, and one drawing gives all the sizes that are missing of it.
 */
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { stateOfPicture } from './picture-check.ts';
import type { PictureOrder, PictureQuality } from './picture-files.ts';
import { readRecipe } from '#content/pictures/recipe-files.ts';

export class PicturesMissing extends Error {}

export interface DrawOptions {
  readonly folder: string;
  readonly names: ReadonlySet<string>;
  readonly quality: PictureQuality;
  /** Called after each drawing with how many are done, and of how many. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Called with the file of each picture that was there and not whole: it is drawn again. */
  readonly onBroken?: (file: string) => void;
}

function missingNames({ folder, names, onBroken }: DrawOptions): string[] {
  return [...names].filter((name) => {
    const file = path.join(folder, 'files', name);
    const state = stateOfPicture(file, name);
    if (state === 'broken') onBroken?.(file);
    return state !== 'whole';
  });
}

function ordersOf(missing: readonly string[], { folder, quality }: DrawOptions): PictureOrder[] {
  const byHash = Map.groupBy(missing, (name) => name.slice(0, name.indexOf('-')));
  const orders = [...byHash].map(([hash, wanted]) => ({ folder, hash, names: wanted, quality }));
  return orders
    .map((order) => ({ order, shape: shapeOf(order) }))
    .toSorted((a, b) => a.shape.localeCompare(b.shape))
    .map(({ order }) => order);
}

/** Drawings of one shape follow each other: the hand keeps the last few shapes, which cost most. */
function shapeOf({ folder, hash }: PictureOrder): string {
  const { kind, form, seed } = readRecipe(folder, hash);
  return [kind, form, seed].join(' ');
}

function askWorker(worker: Worker, order: PictureOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (message: string | null) => {
      worker.off('error', reject);
      if (message === null) resolve();
      else reject(new PicturesMissing(message));
    };
    worker.once('message', settle);
    worker.once('error', reject);
    // A thread has no origin, unlike a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(order);
  });
}

export async function drawPictures(options: DrawOptions): Promise<void> {
  const orders = ordersOf(missingNames(options), options);
  const all = orders.length;
  if (all === 0) return;
  let done = 0;
  const workOff = async () => {
    const worker = new Worker(new URL('./draw-worker.ts', import.meta.url));
    try {
      for (let order = orders.pop(); order !== undefined; order = orders.pop()) {
        await askWorker(worker, order);
        done += 1;
        options.onProgress?.(done, all);
      }
    } finally {
      await worker.terminate();
    }
  };
  const atOnce = Math.min(all, os.availableParallelism());
  await Promise.all(Array.from({ length: atOnce }, workOff));
}
