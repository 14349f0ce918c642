import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { isChanged } from '../model/product-form.ts';
import { blockingProblems } from '../model/product-problems.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { $hasTypedInBatches } from '../store/desk-batch-forms.ts';
import {
  discardChanges,
  saveOpenProduct,
  startDuplicate,
  type ProductDesk,
} from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { PagePreview } from './PagePreview.tsx';
import { PartMenu } from './PartMenu.tsx';
import { labelOf, statusChoices } from './product-words.ts';
import { showProblem } from './show-problem.ts';
import { goToProduct } from './use-open-product.ts';

type Props = { readonly desk: Extract<ProductDesk, { readonly status: 'open' }> };

/** What can be done with the product as a whole. */
export function EditorBar({ desk }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const { form, saved } = desk;
  const isDirty = isChanged(saved, form);
  const isInBatches = useStore($hasTypedInBatches);
  const blocking = blockingProblems(form);
  const [first] = blocking;
  async function save() {
    const id = await saveOpenProduct();
    if (id) goToProduct(id, true);
  }
  return (
    <div className={styles['bar']}>
      <Button
        size="small"
        look="quiet"
        onClick={() => (isDirty || isInBatches ? setLeaving(true) : goToProduct(null))}
      >
        ← All products
      </Button>
      <PartMenu saved={saved} form={form} />
      <h2>{textOf(form.product, 'title') || 'New product'}</h2>
      <Badge>{labelOf(statusChoices, textOf(saved.product, 'status'))}</Badge>
      {isDirty && <span className={styles['small']}>Not saved yet</span>}
      {first !== undefined && isDirty && (
        <button
          type="button"
          className={`${styles['reach']} ${styles['small']}`}
          onClick={() => showProblem(first.field)}
        >
          <span>{blocking.length === 1 ? '1 problem' : `${blocking.length} problems`}</span>
        </button>
      )}
      <output className={styles['small']}>{desk.message}</output>
      <span className={styles['push']} />
      <PagePreview form={form} />
      {saved.product.version !== null && (
        <Button size="small" onClick={() => void startDuplicate()} disabled={isDirty}>
          Duplicate
        </Button>
      )}
      <Button size="small" onClick={discardChanges} disabled={!isDirty}>
        Undo all
      </Button>
      <Button
        size="small"
        look="primary"
        pending={desk.isSaving}
        disabled={!isDirty || blocking.length > 0}
        onClick={() => void save()}
      >
        Save
      </Button>
      {desk.problem !== null && (
        <p role="alert" className={styles['fault']}>
          {desk.problem}
        </p>
      )}
      <ConfirmDialog
        open={isLeaving}
        title="Leave without saving?"
        verb="Leave"
        stay="Stay"
        onConfirm={() => goToProduct(null)}
        onClose={() => setLeaving(false)}
      >
        {isDirty && <p>Your draft is kept in this browser and offered next time.</p>}
        {isInBatches && <p>Changes to a batch are not kept: save the batch first.</p>}
      </ConfirmDialog>
    </div>
  );
}
