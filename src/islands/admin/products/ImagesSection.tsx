import { use, Suspense, useState, type ClipboardEvent, type DragEvent } from 'react';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import { addPart, newPart, patchPart, type ProductForm } from '#domain/product-form.ts';
import { Button } from '#islands/ui/Button.tsx';
import { RowFields } from '#islands/ui/RowFields.tsx';
import { addPicture, editProduct, linkOfPicture } from '#stores/desk-product.ts';
import styles from '#styles/desk/desk.module.css';
import { PartHead } from './PartHead.tsx';
import { imageFields } from './product-fields.ts';
import { shrinkImage } from '#islands/ui/shrink-image.ts';

export function ImagesSection({ form }: { readonly form: ProductForm }) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const [count, setCount] = useState(0);

  async function take(files: FileList | null) {
    setProblems([]);
    for (const file of files ?? []) {
      setCount((before) => before + 1);
      const problem = await takeOne(file, form.product.id);
      if (problem) setProblems((before) => [...before, problem]);
      setCount((before) => before - 1);
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files);
  };
  const paste = (event: ClipboardEvent) => void take(event.clipboardData.files);
  return (
    <section className={styles['card']} aria-label="Pictures" onPaste={paste}>
      <h3>Pictures</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the file field inside does the same by keyboard */}
      <div
        className={styles['drop']}
        data-over={isOver ? 'yes' : 'no'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label>
          Drop pictures here, paste them, or choose files
          <input
            type="file"
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif"
            onChange={(event) => void take(event.target.files)}
          />
        </label>
        <span>
          They are made smaller, lose what the camera wrote, and stay private until published.
        </span>
        <output>{count > 0 ? `Working on ${count}…` : ''}</output>
      </div>
      {problems.length > 0 && (
        <ul role="alert" className={`${styles['plain']} ${styles['fault']}`}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div className={styles['pictures']}>
        {form.images.map((row) => (
          <div key={row.id} className={styles['picture']}>
            <PartHead part="images" id={row.id} name={textOf(row, 'alt') || 'New picture'} />
            <Suspense fallback={<div className={styles['blank']} />}>
              <Preview row={row} />
            </Suspense>
            <RowFields
              row={row}
              fields={imageFields}
              onPatch={(patch) => editProduct((form) => patchPart(form, 'images', row.id, patch))}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

async function takeOne(file: File, productId: string): Promise<string | null> {
  const shrunk = await shrinkImage(file);
  if (typeof shrunk === 'string') return shrunk;
  const id = crypto.randomUUID();
  const path = await addPicture(shrunk.blob, `${id}.webp`);
  if (path === null) return `${file.name} could not be stored.`;
  const values = {
    product_id: productId,
    variant_id: null,
    option_value_id: null,
    colorway_id: null,
    storage_path: path,
    alt: '',
    width: shrunk.width,
    height: shrunk.height,
    placeholder_colour: shrunk.colour,
    credit: '',
    is_render: false,
    render: null,
  };
  editProduct((form) => addPart(form, 'images', newPart(id, values)));
  return null;
}

function Preview({ row }: { readonly row: DeskRow }) {
  const path = textOf(row, 'storage_path');
  const [isMissing, setMissing] = useState(false);
  const address = use(linkOfPicture(path));
  if (row.values['render'] !== null && row.values['render'] !== undefined) {
    return <p className={styles['small']}>Drawn by the shop’s own renderer at each build.</p>;
  }
  return isMissing ? (
    <Button size="small" onClick={() => setMissing(false)}>
      The file is missing. Look again
    </Button>
  ) : (
    <img src={address} alt={textOf(row, 'alt')} onError={() => setMissing(true)} />
  );
}
