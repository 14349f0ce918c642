import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { labelOf } from '#desk-kit/table/column-text.ts';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { isChanged } from '../model/form/product-form.ts';
import { blockingProblems, type ProductProblem } from '../model/form/product-problems.ts';
import { sectionMarks, sectionsOf } from '../model/form/product-sections.ts';
import { isShown, publishingProblems } from '../model/form/publishing-form.ts';
import { $publishing } from '#features/publishing/store/publish.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { $hasTypedInBatches } from '../store/desk-batch-forms.ts';
import {
  deleteOpenDraft,
  discardChanges,
  saveOpenProduct,
  startDuplicate,
  type ProductDesk,
} from '../store/desk-product.ts';
import { publishOpenProduct } from '../store/desk-publishing.ts';
import styles from '#ui/styles/desk.module.css';
import { AltDialog } from './AltDialog.tsx';
import own from './editor.module.css';
import { PagePreview } from './PagePreview.tsx';
import { SectionJump } from './SectionList.tsx';
import { statusChoices } from '../model/files/product-choices.ts';
import { showProblem } from './show-problem.ts';
import { goToProduct } from './use-open-product.ts';

type Props = {
  readonly desk: Extract<ProductDesk, { readonly status: 'open' }>;
  readonly problems: readonly ProductProblem[];
  /** From then on everything that is missing is told. */
  readonly onTry: () => void;
};

/** What can be done with the product as a whole. */
export function EditorBar({ desk, problems, onTry }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const { form, saved } = desk;
  const isDirty = isChanged(saved, form);
  const isStored = saved.product.version !== null;
  const isInBatches = useStore($hasTypedInBatches);
  const blocking = blockingProblems(form);
  const [first] = blocking;
  async function save() {
    const id = await saveOpenProduct();
    if (id) goToProduct(id, true);
  }
  return (
    <div className={own['bar']}>
      <div className={own['about']}>
        <Button
          size="small"
          look="quiet"
          onClick={() => (isDirty || isInBatches ? setLeaving(true) : goToProduct(null))}
        >
          ← All products
        </Button>
        <h2>{textOf(form.product, 'title') || 'New product'}</h2>
        <Badge>{labelOf(statusChoices, textOf(saved.product, 'status'))}</Badge>
        {isDirty && <span className={styles['small']}>Not saved yet</span>}
        <span className={own['push']} />
        <PagePreview form={form} />
        {isStored && (
          <Button size="small" onClick={() => void startDuplicate()} disabled={isDirty}>
            Duplicate
          </Button>
        )}
        {isStored && textOf(saved.product, 'status') === 'draft' && <DeleteKey desk={desk} />}
        <Button size="small" onClick={discardChanges} disabled={!isDirty}>
          Undo all
        </Button>
      </div>
      <div className={own['keys']}>
        <SectionJump sections={sectionsOf(form, isStored)} marks={sectionMarks(problems)} />
        {first !== undefined && isDirty && (
          <button
            type="button"
            className={`${styles['reach']} ${styles['small']}`}
            onClick={() => {
              onTry();
              showProblem(first.field);
            }}
          >
            <span>{blocking.length === 1 ? '1 problem' : `${blocking.length} problems`}</span>
          </button>
        )}
        <output className={styles['small']}>{desk.message}</output>
        <Button
          size="small"
          pending={desk.isSaving}
          disabled={!isDirty || blocking.length > 0}
          onClick={() => void save()}
        >
          Save
        </Button>
        <PublishKey desk={desk} onTry={onTry} />
        {desk.problem !== null && <p role="alert">{desk.problem}</p>}
      </div>
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

function DeleteKey({ desk }: Pick<Props, 'desk'>) {
  const [isAsking, setAsking] = useState(false);
  async function remove() {
    setAsking(false);
    if (await deleteOpenDraft()) goToProduct(null);
  }
  return (
    <>
      <Button size="small" look="danger" disabled={desk.isSaving} onClick={() => setAsking(true)}>
        Delete draft
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Delete “${textOf(desk.saved.product, 'title')}”?`}
        verb="Delete draft"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>
          Its variants, options, pictures and specifications are deleted with it. You can’t undo
          this.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** From what is typed to the live site in one press; it says what is missing instead, and asks for alt texts. */
function PublishKey({ desk, onTry }: Pick<Props, 'desk' | 'onTry'>) {
  const [isAsking, setAsking] = useState(false);
  const { isAsked } = useStore($publishing);
  const { form, saved } = desk;
  async function publish() {
    onTry();
    const missing = publishingProblems(form);
    const isAlt = missing.length > 0 && missing.every(({ field }) => field.startsWith('images '));
    setAsking(isAlt);
    if (isAlt) return;
    const id = await publishOpenProduct();
    if (id) goToProduct(id, true);
    else if (missing[0]) showProblem(missing[0].field);
  }
  return (
    <>
      <Button
        size="small"
        look="primary"
        pending={desk.isSaving || isAsked}
        disabled={isShown(saved) && !isChanged(saved, form)}
        onClick={() => void publish()}
      >
        Save and publish
      </Button>
      {isAsking && (
        <AltDialog form={form} onPublish={() => void publish()} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
