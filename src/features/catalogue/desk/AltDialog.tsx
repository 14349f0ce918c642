import { Suspense, use, useEffect, useRef, useState } from 'react';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { patchPart, type PartDraft, type ProductForm } from '../model/form/product-form.ts';
import { lacksAlt } from '../model/form/product-problems.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { editProduct, linkOfPicture } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';

type Props = {
  readonly form: ProductForm;
  readonly onPublish: () => void;
  readonly onClose: () => void;
};

/** What is on the pictures, asked once: when they are to be published. */
export function AltDialog({ form, onPublish, onClose }: Props) {
  // Those that lacked it when it was asked for: a row does not go away under the typing.
  const [asked] = useState(() => new Set(form.images.filter(lacksAlt).map(({ id }) => id)));
  const list = useRef<HTMLDivElement>(null);
  // It is opened to type here.
  useEffect(() => list.current?.querySelector('input')?.focus(), []);
  const images = form.images.filter(({ id }) => asked.has(id));
  const missing = images.filter(lacksAlt).length;
  return (
    <DeskDialog open title="Describe the pictures" unsaved={false} onClose={onClose}>
      <p>
        What is on each picture, for people who can’t see it and for search engines. It is the last
        thing that is missing.
      </p>
      <form
        className={styles['stack']}
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === 0) onPublish();
        }}
      >
        <div ref={list} className={styles['pictures']}>
          {images.map((image, index) => (
            <div key={image.id} className={styles['picture']}>
              <Suspense fallback={<div className={styles['blank']} />}>
                <Picture image={image} />
              </Suspense>
              <Field
                label={images.length === 1 ? 'Alt text' : `Alt text of picture ${index + 1}`}
                value={textOf(image, 'alt')}
                maxLength={300}
                onChange={({ target }) =>
                  editProduct((form) => patchPart(form, 'images', image.id, { alt: target.value }))
                }
              />
            </div>
          ))}
        </div>
        <div className={styles['line']}>
          <Button type="submit" look="primary" disabled={missing > 0}>
            Save and publish
          </Button>
          {missing > 0 && (
            <span className={styles['small']}>
              {missing === 1 ? 'One is missing.' : `${missing} are missing.`}
            </span>
          )}
        </div>
      </form>
    </DeskDialog>
  );
}

function Picture({ image }: { readonly image: PartDraft<'images'> }) {
  return <img src={use(linkOfPicture(textOf(image, 'storage_path')))} alt="" />;
}
