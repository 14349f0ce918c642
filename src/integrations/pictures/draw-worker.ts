/**
 * The only thread that draws: it takes one order after the other. Invariant: each order is answered
 * once, with null or with what went wrong.
 */
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { drawPicture, type PictureOrder } from './picture-files.ts';

// There is a worker for each core already.
sharp.concurrency(1);

parentPort?.on('message', (order: PictureOrder) => {
  drawPicture(order).then(
    () => parentPort?.postMessage(null),
    (error: unknown) => parentPort?.postMessage(error instanceof Error ? error.message : 'failed'),
  );
});
