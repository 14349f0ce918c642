// chunk: cart
/**
 * What designs look like on the lines of carts and orders. Invariant: a picture is drawn once, and
 * neither the drawing code nor a design is asked for by a page on which no line has a design.
 */
import { map } from 'nanostores';
import type { GoodsPicture } from '../model/goods.ts';

/** Addresses of drawn pictures, by id of the design or of the order's line. */
export const $designPictures = map<Readonly<Record<string, string>>>({});

const wanted = new Set<string>();

async function draw(key: string, read: () => Promise<unknown>): Promise<void> {
  try {
    const [{ designLinePicture }, kept] = await Promise.all([
      import('#features/designs/model/design-line-picture.ts'),
      read(),
    ]);
    const svg = designLinePicture(kept);
    if (svg === null) return;
    const file = new Blob([svg], { type: 'image/svg+xml' });
    $designPictures.setKey(key, URL.createObjectURL(file));
  } catch {
    // Offline: whoever wants it next asks again, and the goods' own picture stands there meanwhile.
    wanted.delete(key);
  }
}

function want(key: string, read: () => Promise<unknown>): void {
  if (wanted.has(key)) return;
  wanted.add(key);
  void draw(key, read);
}

async function readDesign(id: string): Promise<unknown> {
  const [{ openSaved }, { designToJson }] = await Promise.all([
    import('#features/designs/store/saved-designs.ts'),
    import('#features/designs/model/design-json.ts'),
  ]);
  const answer = await openSaved(id);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value === null ? null : designToJson(answer.value.design);
}

/** Of the design as it is now. */
export const wantDesignPicture = (designId: string): void =>
  want(designId, () => readDesign(designId));

/** Whoever has the design before them has drawn it already. */
export function showDesignPicture(designId: string, src: string): void {
  wanted.add(designId);
  $designPictures.setKey(designId, src);
}

/** Of the design as an order's line keeps it, whatever has become of it since. */
export const wantKeptPicture = (lineId: string, kept: unknown): void =>
  want(lineId, () => Promise.resolve(kept));

/** The drawn picture of a line, or what its goods look like while there is none. */
export function pictureOfDesign(
  pictures: Readonly<Record<string, string>>,
  key: string | null,
  otherwise: GoodsPicture | null,
): GoodsPicture | null {
  const src = key === null ? undefined : pictures[key];
  return src === undefined ? otherwise : { src, alt: '', optionValueId: null, variantId: null };
}
