/** Pictures that the shop draws, small: one after the other, so that the page answers in between. */
import { drawProductPicture } from '#drawing/product-picture/draw-product-picture.ts';
import { parseProductPictureSpec } from '#drawing/product-picture/parse-product-picture-spec.ts';

const small = { width: 480, resolution: 240 };
const drawn = new Map<string, Promise<string | null>>();
let last: Promise<unknown> = Promise.resolve();

function draw(render: object): string | null {
  const spec = parseProductPictureSpec({ ...render, ...small });
  if (!spec.ok) return null;
  const file = new Blob([drawProductPicture(spec.value)], { type: 'image/svg+xml' });
  return URL.createObjectURL(file);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 16));

/** The address of its drawing; null where it can't be drawn. */
export function drawnPicture(key: string, render: object): Promise<string | null> {
  const known = drawn.get(key);
  if (known) return known;
  const made = last.then(pause).then(() => {
    try {
      return draw(render);
    } catch {
      return null;
    }
  });
  last = made;
  drawn.set(key, made);
  return made;
}
