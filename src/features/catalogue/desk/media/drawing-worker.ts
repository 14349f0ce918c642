/** Runs beside the page: drawing a picture takes longer than a frame. */
import { drawProductPicture } from '#drawing/product-picture/draw-product-picture.ts';
import { parseProductPictureSpec } from '#drawing/product-picture/parse-product-picture-spec.ts';
import type { AskedDrawing, MadeDrawing } from './drawn-picture.ts';

const small = { width: 480, resolution: 240 };

function draw(render: object): string | null {
  try {
    const spec = parseProductPictureSpec({ ...render, ...small });
    return spec.ok ? drawProductPicture(spec.value) : null;
  } catch {
    return null;
  }
}

addEventListener('message', ({ data: { key, render } }: MessageEvent<AskedDrawing>) => {
  const made: MadeDrawing = { key, svg: draw(render) };
  // A worker's own postMessage names no origin: it can only reach the page that started it.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  postMessage(made);
});
