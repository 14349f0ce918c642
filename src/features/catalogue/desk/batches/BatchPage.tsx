import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import { $hasTypedInBatches } from '../../store/desk-batch-forms.ts';
import { showBatch, type BatchPage as Page } from '../../store/desk-batch-page.ts';
import { $productDesk, followCounts } from '../../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { BatchForm } from './BatchForm.tsx';
import { BatchMails, BatchTimeline, BatchUpdates } from './BatchHistory.tsx';
import { BatchTotals } from './BatchTotals.tsx';
import { goToBatch } from './use-shown-batch.ts';

type Props = { readonly page: Extract<Page, { readonly status: 'open' }> };

/** One batch: what it comes to, what can be done with it, and what happened to it. */
export function BatchPage({ page: { id, record } }: Props) {
  const desk = useStore($productDesk);
  useUnsaved(useStore($hasTypedInBatches));
  useEffect(followCounts, []);
  if (desk.status === 'loading' || desk.status === 'closed')
    return <Skeleton lines={12} label="Loading the batch" />;
  const batch = desk.status === 'open' ? desk.batches.find((each) => each.id === id) : undefined;
  if (desk.status === 'failed' || batch === undefined) {
    return (
      <NotRead
        title="The batch could not be loaded"
        message={desk.status === 'failed' ? desk.message : (desk.problem ?? 'It was removed.')}
        onAgain={() => void showBatch(id)}
      />
    );
  }
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        <Button size="small" look="quiet" onClick={() => goToBatch(null)}>
          ← All group buys
        </Button>
        <h2>{batch.values.title}</h2>
        <a href={routes.adminProduct(desk.saved.product.id)}>
          {textOf(desk.saved.product, 'title')}
        </a>
        <output className={styles['small']}>{desk.message}</output>
        {desk.problem !== null && (
          <p role="alert" className={styles['fault']}>
            {desk.problem}
          </p>
        )}
      </div>
      <div className={styles['sides']}>
        <div className={styles['stack']}>
          <section className={styles['card']} aria-label="Batch">
            <BatchForm batch={batch} variants={desk.saved.variants} />
          </section>
          {record === null ? (
            <NotRead
              title="The history of this batch could not be loaded"
              message="Its numbers and dates above are right."
              onAgain={() => void showBatch(id)}
            />
          ) : (
            <BatchTimeline record={record} batch={batch} />
          )}
        </div>
        <div className={styles['stack']}>
          <BatchTotals batch={batch} />
          {record !== null && <BatchUpdates record={record} batch={batch} />}
          {record !== null && <BatchMails record={record} />}
        </div>
      </div>
    </div>
  );
}
