/** Runs beside the page: finding the colours of a picture takes longer than a frame. */
import { imagePalette } from '../model/image-palette.ts';

const mostColours = 8;

addEventListener('message', ({ data }: MessageEvent<Uint8ClampedArray>) => {
  // A worker's own postMessage names no origin: it can only reach the page that started it.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  postMessage(imagePalette(data, mostColours));
});
