import { useStore } from '@nanostores/react';
import type { BatchRow } from '#features/batches/model/batch-desk.ts';
import type { ProductForm } from '../model/form/product-form.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $history, readHistory, type HistoryState } from '../store/desk-history.ts';
import styles from '#ui/styles/desk.module.css';
import { HistorySave } from './HistorySave.tsx';
import { EditorSection } from './EditorSection.tsx';
import own from './history.module.css';

type Shown = { readonly form: ProductForm; readonly batches: readonly BatchRow[] };

/** Who changed what, newest first. Whatever is put back goes into the form, and is saved like the rest. */
export function HistorySection({ form, batches }: Shown) {
  const state = useStore($history);
  return (
    <EditorSection name="History">
      {state.kind === 'closed' && (
        <>
          <p className={styles['small']}>
            Every save, including batches and stock, with the values before and after. What you
            restore is not saved until you press Save.
          </p>
          <Button size="small" onClick={() => void readHistory()}>
            Show what was changed
          </Button>
        </>
      )}
      {state.kind === 'loading' && <Skeleton lines={6} label="Loading the history" />}
      {state.kind === 'failed' && (
        <NotRead
          title="The history could not be loaded"
          message={state.message}
          onAgain={() => void readHistory()}
        />
      )}
      {state.kind === 'ready' && <Saves form={form} batches={batches} state={state} />}
    </EditorSection>
  );
}

type Ready = Shown & {
  readonly state: Extract<HistoryState, { readonly kind: 'ready' }>;
};

function Saves({ form, batches, state }: Ready) {
  const { saves, hasMore, isReadingMore, message } = state;
  if (saves.length === 0) {
    return <p className={styles['small']}>No changes yet. Every save will be listed here.</p>;
  }
  return (
    <>
      <output className={styles['small']}>{message ?? ''}</output>
      <ol className={own['saves']}>
        {saves.map((save, index) => (
          <HistorySave
            key={save.changes[0]?.id}
            form={form}
            batches={batches}
            saves={saves}
            save={save}
            index={index}
          />
        ))}
      </ol>
      {hasMore && (
        <Button size="small" pending={isReadingMore} onClick={() => void readHistory()}>
          Show earlier ones
        </Button>
      )}
    </>
  );
}
