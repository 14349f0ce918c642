import { use, Suspense, useEffect, useRef, useState, type ClipboardEvent } from 'react';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { focusOf, frames, positionOf, sizeOf } from '../model/focus.ts';
import {
  movePart,
  patchPart,
  type PartDraft,
  type ProductForm,
} from '../model/form/product-form.ts';
import type { SectionMark } from '../model/form/product-sections.ts';
import { Button } from '#ui/react/Button.tsx';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { editProduct, linkOfPicture } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { CropDialog } from './pictures/CropDialog.tsx';
import { EditorSection } from './EditorSection.tsx';
import { MediaChooser } from './media/MediaChooser.tsx';
import { FocusDialog } from './pictures/FocusDialog.tsx';
import { TurntableDialog } from './pictures/TurntableDialog.tsx';
import { PartHead } from './PartHead.tsx';
import { pictureFiles, UploadDrop, useUploads } from './UploadDrop.tsx';
import { imageFields } from './product-fields.ts';
import { takePicture } from './take-picture.ts';
import { placeFor, takenBy } from '#desk-kit/ui/sortable-item.ts';

type Props = { readonly form: ProductForm; readonly mark: SectionMark | null };

export function ImagesSection({ form, mark }: Props) {
  const uploads = useUploads((file) => takePicture(file, form.product.id));
  const [isChoosing, setChoosing] = useState(false);
  const paste = (event: ClipboardEvent) => void uploads.take([...event.clipboardData.files]);
  return (
    <EditorSection name="Pictures" part="images" mark={mark} onPaste={paste}>
      <UploadDrop
        uploads={uploads}
        {...pictureFiles}
        hint="Pictures are resized and lose their camera data. They stay private until published. Drag them into order, or use the arrows."
      />
      <div className={styles['line']}>
        <Button size="small" onClick={() => setChoosing(true)}>
          Choose from the library …
        </Button>
      </div>
      {isChoosing && (
        <MediaChooser productId={form.product.id} onClose={() => setChoosing(false)} />
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

type Opened = 'crop' | 'focus' | 'turntable';

function Preview({ row }: { readonly row: PartDraft<'images'> }) {
  const path = textOf(row, 'storage_path');
  const [isMissing, setMissing] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => setOpened(null);
  // The dialog leaves with the focus in it.
  useEffect(() => {
    if (opened === null) opener.current?.focus();
  }, [opened]);
  const opens = (dialog: Opened) => ({
    onClick: ({ currentTarget }: { readonly currentTarget: HTMLButtonElement }) => {
      opener.current = currentTarget;
      setOpened(dialog);
    },
  });
  const address = use(linkOfPicture(path));
  const name = textOf(row, 'alt') || 'New picture';
  const { render } = row.values;
  if (render !== null && render !== undefined) {
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
        style={{ objectPosition: positionOf(sizeOf(row), { ratio: frames.card, ...focusOf(row) }) }}
        onError={() => setMissing(true)}
        {...takenBy(row.id)}
      />
      <div className={styles['line']}>
        <Button size="small" aria-label={`Crop ${name}`} {...opens('crop')}>
          Crop
        </Button>
        <Button size="small" aria-label={`Focus point of ${name}`} {...opens('focus')}>
          Focus point
        </Button>
        <Button size="small" aria-label={`Turntable of ${name}`} {...opens('turntable')}>
          Turntable
        </Button>
      </div>
      {opened === 'crop' && <CropDialog row={row} address={address} onClose={close} />}
      {opened === 'turntable' && <TurntableDialog row={row} onClose={close} />}
      {opened === 'focus' && <FocusDialog row={row} address={address} onClose={close} />}
    </>
  );
}
