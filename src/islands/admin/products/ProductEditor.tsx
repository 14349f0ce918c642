import { useState } from 'react';
import { textOf } from '#domain/desk-row.ts';
import { isChanged, patchProduct } from '#domain/product-form.ts';
import { blockingProblems, problemsOf } from '#domain/product-problems.ts';
import { Badge } from '#islands/ui/Badge.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { RowFields } from '#islands/ui/RowFields.tsx';
import {
  discardChanges,
  editProduct,
  restoreDraft,
  saveOpenProduct,
  startDuplicate,
  type ProductDesk,
} from '#stores/desk-product.ts';
import styles from '#styles/desk/desk.module.css';
import { BatchesSection } from './BatchesSection.tsx';
import { HistorySection } from './HistorySection.tsx';
import { ImagesSection } from './ImagesSection.tsx';
import { OptionsSection } from './OptionsSection.tsx';
import { PagePreview } from './PagePreview.tsx';
import { saleFields, textFields } from './product-fields.ts';
import { labelOf, statusChoices } from './product-words.ts';
import { ProductConflict } from './ProductConflict.tsx';
import { PublishSection } from './PublishSection.tsx';
import { RulesSection } from './RulesSection.tsx';
import { goToProduct } from './use-open-product.ts';
import { VariantsSection } from './VariantsSection.tsx';

type Props = { readonly desk: Extract<ProductDesk, { readonly status: 'open' }> };

export function ProductEditor({ desk }: Props) {
  const { form, saved } = desk;
  const problems = problemsOf(form);
  const errors = Object.fromEntries(
    problems.flatMap(({ field, message, weight }) =>
      weight === 'advice' ? [] : [[field, message]],
    ),
  );
  const fields = (list: typeof textFields) => (
    <RowFields
      row={form.product}
      fields={list}
      errors={errors}
      onPatch={(patch) => editProduct((form) => patchProduct(form, patch))}
    />
  );
  return (
    <div className={styles['stack']}>
      <EditorBar desk={desk} />
      {desk.kept && (
        <Notice tone="info" title="You typed more at your last visit">
          <p>It was never saved, and nobody changed this product since.</p>
          <div className={styles['line']}>
            <Button size="small" look="primary" onClick={() => restoreDraft(true)}>
              Go on with it
            </Button>
            <Button size="small" onClick={() => restoreDraft(false)}>
              Throw it away
            </Button>
          </div>
        </Notice>
      )}
      {desk.message !== null && <output className={styles['small']}>{desk.message}</output>}
      {desk.conflicts.length > 0 && <ProductConflict desk={desk} />}
      <div className={styles['sides']}>
        <div className={styles['stack']}>
          <section className={styles['card']} aria-label="Texts">
            <h3>Texts</h3>
            {fields(textFields)}
          </section>
          <ImagesSection form={form} />
          <VariantsSection form={form} pools={desk.pools} />
          <OptionsSection form={form} />
          <RulesSection form={form} />
          {saved.product.version !== null && <BatchesSection desk={desk} />}
        </div>
        <div className={styles['stack']}>
          <PublishSection form={form} problems={problems} />
          <section className={styles['card']} aria-label="Sale and customs">
            <h3>Sale and customs</h3>
            {fields(saleFields)}
          </section>
          {saved.product.version !== null && <HistorySection form={form} />}
        </div>
      </div>
    </div>
  );
}

function EditorBar({ desk }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const { form, saved } = desk;
  const isDirty = isChanged(saved, form);
  const blocking = blockingProblems(form);
  async function save() {
    const id = await saveOpenProduct();
    if (id) goToProduct(id, true);
  }
  return (
    <div className={styles['bar']}>
      <Button
        size="small"
        look="quiet"
        onClick={() => (isDirty ? setLeaving(true) : goToProduct(null))}
      >
        ← All products
      </Button>
      <h2>{textOf(form.product, 'title') || 'New product'}</h2>
      <Badge>{labelOf(statusChoices, textOf(saved.product, 'status'))}</Badge>
      {isDirty && <span className={styles['small']}>Not saved yet</span>}
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
      <Dialog
        open={isLeaving}
        title="Leave without saving?"
        onClose={() => setLeaving(false)}
        foot={
          <>
            <Button onClick={() => setLeaving(false)}>Stay</Button>
            <Button look="danger" onClick={() => goToProduct(null)}>
              Leave
            </Button>
          </>
        }
      >
        <p>What you typed stays in this browser and is offered the next time.</p>
      </Dialog>
    </div>
  );
}
