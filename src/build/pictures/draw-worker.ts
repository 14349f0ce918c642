/** Invariant: each order is answered once, with null or with what went wrong. */
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { drawPicture, type PictureOrder } from './picture-files.ts';

// There is a worker for each core already.
sharp.concurrency(1);

function answer(fault: string | null): void {
  // A thread has no origin, unlike a window.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(fault);
}

parentPort?.on('message', (order: PictureOrder) => {
  drawPicture(order).then(
    () => answer(null),
    (error: unknown) => answer(error instanceof Error ? error.message : String(error)),
  );
});
