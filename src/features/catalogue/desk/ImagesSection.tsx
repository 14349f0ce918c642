import { use, Suspense, useState, type ClipboardEvent, type DragEvent } from 'react';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { movePart, patchPart, type ProductForm } from '../model/product-form.ts';
import type { SectionMark } from '../model/product-sections.ts';
import { Button } from '#ui/react/Button.tsx';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { editProduct, linkOfPicture } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { CropDialog } from './CropDialog.tsx';
import { EditorSection } from './EditorSection.tsx';
import { PartHead } from './PartHead.tsx';
import { imageFields } from './product-fields.ts';
import { takePicture } from './take-picture.ts';
import { placeFor, takenBy } from '#desk-kit/ui/sortable-item.ts';

type Props = { readonly form: ProductForm; readonly mark: SectionMark | null };

export function ImagesSection({ form, mark }: Props) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const [count, setCount] = useState(0);

  async function take(files: FileList | null) {
    setProblems([]);
    const all = [...(files ?? [])];
    setCount((before) => before + all.length);
    for (const file of all) {
      const problem = await takePicture(file, form.product.id);
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
    <EditorSection name="Pictures" part="images" mark={mark} onPaste={paste}>
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
          Pictures are resized and lose their camera data. They stay private until published. Drag
          them into order, or use the arrows.
        </span>
        <output>
          {count > 0 ? `${count === 1 ? '1 picture' : `${count} pictures`} to go…` : ''}
        </output>
      </div>
      {problems.length > 0 && (
        <ul role="alert" className={`${styles['plain']} ${styles['fault']}`}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div className={styles['pictures']}>
        {form.images.map((row, index) => (
          <div
            key={row.id}
            className={styles['picture']}
            data-part={row.id}
            {...placeFor((id) =>
              editProduct((form) =>
                movePart(form, 'images', id, index - form.images.findIndex((one) => one.id === id)),
              ),
            )}
          >
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
    </EditorSection>
  );
}

function Preview({ row }: { readonly row: DeskRow }) {
  const path = textOf(row, 'storage_path');
  const [isMissing, setMissing] = useState(false);
  const [isCropping, setCropping] = useState(false);
  const address = use(linkOfPicture(path));
  const name = textOf(row, 'alt') || 'New picture';
  if (row.values['render'] !== null && row.values['render'] !== undefined) {
    return (
      <p className={styles['small']} {...takenBy(row.id)}>
        Drawn by the shop’s own renderer at each build.
      </p>
    );
  }
  return isMissing ? (
    <Button size="small" onClick={() => setMissing(false)}>
      The file is missing. Check again
    </Button>
  ) : (
    <>
      <img
        src={address}
        alt={textOf(row, 'alt')}
        onError={() => setMissing(true)}
        {...takenBy(row.id)}
      />
      <Button size="small" aria-label={`Crop ${name}`} onClick={() => setCropping(true)}>
        Crop
      </Button>
      {isCropping && <CropDialog row={row} address={address} onClose={() => setCropping(false)} />}
    </>
  );
}
