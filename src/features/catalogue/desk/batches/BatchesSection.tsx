import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { textOf, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { routes } from '#routes.ts';
import { stageOf } from '#features/batches/model/batch-desk.ts';
import { Button } from '#ui/react/Button.tsx';
import { $typedOfBatches } from '../../store/desk-batch-forms.ts';
import { saveBatch, type ProductDesk } from '../../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { EditorSection } from '../EditorSection.tsx';
import { BatchForm } from './BatchForm.tsx';
import { ProgressSection } from './ProgressSection.tsx';
import { StageBadge } from './StageBadge.tsx';

type Props = { readonly desk: Extract<ProductDesk, { readonly status: 'open' }> };

export function BatchesSection({ desk }: Props) {
  const { product } = desk.saved;
  const typed = useStore($typedOfBatches);
  const [now] = useState(() => Date.now());
  const number = desk.batches.length + 1;
  const add = () => {
    const code = `${textOf(product, 'url').toUpperCase()}-R${number}`;
    const title = `${textOf(product, 'title')}, round ${number}`;
    const fresh: Draft<Row<'batches'>> = { id: code, version: null, values: {} };
    void saveBatch(fresh, { product_id: product.id, code, title, number });
  };
  return (
    <EditorSection name="Batches">
      {desk.batches.length === 0 && (
        <p className={styles['small']}>
          A group buy runs in batches, each with its own window and stages.
        </p>
      )}
      {desk.batches.map((batch) =>
        // What the history put back waits here to be saved; everything else is done on its own page.
        Object.keys(typed[batch.id] ?? {}).length > 0 ? (
          <BatchForm key={batch.id} batch={batch} variants={desk.saved.variants} />
        ) : (
          <p key={batch.id} className={styles['line']}>
            <a href={routes.batch(batch.id)}>{batch.values.code}</a>
            {batch.values.title}
            <StageBadge stage={stageOf(batch, now)} />
          </p>
        ),
      )}
      {desk.batches.length > 0 && <ProgressSection />}
      <div className={styles['line']}>
        <Button size="small" onClick={add}>
          New batch
        </Button>
      </div>
    </EditorSection>
  );
}
