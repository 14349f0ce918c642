import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { textOf } from '#desk-kit/model/desk-row.ts';
import type { ProductForm } from '../model/form/product-form.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $pagePreview, closePreview, openPreview } from '../store/desk-preview.ts';
import styles from '#ui/styles/desk.module.css';
import own from './preview.module.css';

const screens = [
  { value: 'phone', label: 'Phone' },
  { value: 'computer', label: 'Computer' },
] as const;
type Screen = (typeof screens)[number]['value'];

/** Whoever holds a phone sees the page as one does. */
const ownScreen = (): Screen => (matchMedia('(width < 48rem)').matches ? 'phone' : 'computer');

/** The page as it would be built from what is typed now, saved or not. */
export function PagePreview({ form }: { readonly form: ProductForm }) {
  const preview = useStore($pagePreview);
  const [screen, setScreen] = useState<Screen>(ownScreen);
  const isArtisan = textOf(form.product, 'kind') === 'artisan';
  return (
    <>
      <Button size="small" onClick={() => void openPreview(form)}>
        Preview
      </Button>
      <DeskDialog
        open={preview.status !== 'closed'}
        title="Preview"
        vast
        unsaved={false}
        onClose={closePreview}
      >
        {preview.status === 'drawing' && <Skeleton lines={14} label="Rendering the page" />}
        {preview.status === 'failed' && (
          <NotRead
            title="The page could not be rendered"
            message={preview.message}
            onAgain={() => void openPreview(form)}
          />
        )}
        {preview.status === 'ready' && (
          <div className={own['preview']}>
            <div className={styles['line']}>
              <Segments legend="Screen" value={screen} choices={screens} onChange={setScreen} />
              <span className={styles['push']} />
              <a href={preview.path} target="_blank" rel="noopener">
                Open in a tab
              </a>
            </div>
            <div className={own['stage']} data-screen={screen}>
              <iframe
                // oxlint-disable-next-line react/iframe-missing-sandbox -- the shop's own page: without its origin its scripts would not load
                sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
                title="Preview of the page"
                src={isArtisan ? `${preview.path}#${textOf(form.product, 'url')}` : preview.path}
              />
            </div>
          </div>
        )}
      </DeskDialog>
    </>
  );
}
