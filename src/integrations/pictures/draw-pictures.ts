/**
 * The only place that shares drawings out among the machine's cores. Invariant: what is on the disk
 * already is not drawn again, and one drawing gives all the sizes that are missing of it.
 */
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PictureOrder, PictureQuality } from './picture-files.ts';

export class PicturesMissing extends Error {}

export interface DrawOptions {
  readonly folder: string;
  readonly names: ReadonlySet<string>;
  readonly quality: PictureQuality;
  /** Called after each drawing with how many are done, and of how many. */
  readonly onProgress?: (done: number, all: number) => void;
}

function missingOrders({ folder, names, quality }: DrawOptions): PictureOrder[] {
  const missing = [...names].filter((name) => !existsSync(path.join(folder, 'files', name)));
  const byHash = Map.groupBy(missing, (name) => name.slice(0, name.indexOf('-')));
  const orders = [...byHash].map(([hash, wanted]) => ({ folder, hash, names: wanted, quality }));
  return orders
    .map((order) => ({ order, shape: shapeOf(order) }))
    .toSorted((a, b) => a.shape.localeCompare(b.shape))
    .map(({ order }) => order);
}

/** Drawings of one shape follow each other: the hand keeps the last few shapes, which cost most. */
function shapeOf({ folder, hash }: PictureOrder): string {
  const recipe = readFileSync(path.join(folder, 'recipes', `${hash}.json`), 'utf8');
  const { kind, form, seed } = JSON.parse(recipe) as Record<string, unknown>;
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
  const orders = missingOrders(options);
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
