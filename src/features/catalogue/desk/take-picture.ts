import { middle } from '../model/focus.ts';
import { addPart } from '../model/form/product-form.ts';
import { shrinkImage } from '#shared/shrink-image.ts';
import { fileName, type MediaPicture } from '../model/media.ts';
import { addPicture, editProduct, readPicture } from '../store/desk-product.ts';

/** A file of the library, with what is said of it there. */
export async function takeFromLibrary(
  { path, alt }: MediaPicture,
  productId: string,
): Promise<string | null> {
  const blob = await readPicture(path);
  if (blob === null) return 'The file could not be loaded. Try again in a moment.';
  return takePicture(new File([blob], fileName(path), { type: blob.type }), productId, alt);
}

/** Makes a file a picture of the product; gives a sentence where it can't be one. */
export async function takePicture(file: File, productId: string, alt = ''): Promise<string | null> {
  const shrunk = await shrinkImage(file);
  if (typeof shrunk === 'string') return shrunk;
  const id = crypto.randomUUID();
  const path = await addPicture(shrunk.blob, `${id}.webp`);
  if (path === null) return `${file.name} could not be uploaded. Try again.`;
  editProduct((form) =>
    addPart(form, 'images', id, {
      product_id: productId,
      variant_id: null,
      option_value_id: null,
      colorway_id: null,
      storage_path: path,
      alt,
      width: shrunk.width,
      height: shrunk.height,
      placeholder_colour: shrunk.colour,
      credit: '',
      focus_x: middle.x,
      focus_y: middle.y,
      is_render: false,
      render: null,
    }),
  );
  return null;
}
