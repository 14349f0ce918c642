import { useEffect, useState } from 'react';
import { useStore } from '@nanostores/react';
import { isTyped } from '../model/form/product-form.ts';
import { sectionMarks, sectionsOf, type SectionName } from '../model/form/product-sections.ts';
import { patchShelf } from '../model/form/product-shelf.ts';
import { problemsOf, type ProductProblem } from '../model/form/product-problems.ts';
import { saleProblems } from '../model/form/product-sale.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { RowFields, type RowField } from '#desk-kit/ui/RowFields.tsx';
import { UnreadNotice } from '#ui/react/UnreadNotice.tsx';
import { draftKey } from '#desk-kit/store/desk-drafts.ts';
import { editProduct, restoreDraft, type ProductDesk } from '../store/desk-product.ts';
import { $setAside, hideAside } from '#shared/set-aside.ts';
import styles from '#ui/styles/desk.module.css';
import { BatchesSection } from './batches/BatchesSection.tsx';
import { EditorBar } from './EditorBar.tsx';
import { EditorSection } from './EditorSection.tsx';
import own from './editor.module.css';
import { FactsSection } from './FactsSection.tsx';
import { HistorySection } from './HistorySection.tsx';
import { ImagesSection } from './ImagesSection.tsx';
import { OptionsSection } from './OptionsSection.tsx';
import { saleFields, textFields } from './product-fields.ts';
import { ProductConflict } from './ProductConflict.tsx';
import { PublishSection } from './PublishSection.tsx';
import { RulesSection } from './RulesSection.tsx';
import { SectionList } from './SectionList.tsx';
import { showProblem } from './show-problem.ts';
import { SoundsSection } from './sounds/SoundsSection.tsx';
import { StockSection } from './StockSection.tsx';
import { VariantsSection } from './VariantsSection.tsx';

function UnreadDraft({ id }: { readonly id: string }) {
  const key = draftKey(id);
  const text = useStore($setAside)[key];
  if (text === undefined) return null;
  return (
    <UnreadNotice
      title="The draft from your last visit could not be loaded"
      text={text}
      onHide={() => hideAside(key)}
    >
      <p>
        The draft in this browser is damaged or from another version of the desk. You see the saved
        product; please type the rest again.
      </p>
    </UnreadNotice>
  );
}

/** Where they could not be read it is typed, and the shop says if there is no such class. */
function withChoices(
  field: RowField,
  { taxClasses: classes, shipGroups }: Pick<Props['desk'], 'taxClasses' | 'shipGroups'>,
): RowField {
  if (field.name === 'ship_group') return { ...field, suggestions: shipGroups };
  if (field.name !== 'tax_class_code' || classes.length === 0) return field;
  const choices = classes.map((row) => ({ value: row.id, label: row.values.title }));
  return { name: field.name, title: field.title, kind: 'choice', choices };
}

type Props = { readonly desk: Extract<ProductDesk, { readonly status: 'open' }> };

export function ProductEditor({ desk }: Props) {
  const { form, saved } = desk;
  const [now] = useState(() => Date.now());
  const isNew = saved.product.version === null;
  // A new one begins with its title.
  useEffect(() => {
    if (isNew) showProblem('title');
  }, [isNew]);
  const [isTried, setTried] = useState(false);
  const all = problemsOf(form);
  // Nobody is told off for what they have not come to yet: a new one, until it is to be saved.
  const isDue = ({ field }: ProductProblem) => !isNew || isTried || isTyped(field, saved, form);
  const found = all.filter(isDue);
  const problems = [...all, ...saleProblems(form, { ...desk, now })].filter(isDue);
  const errors = Object.fromEntries(
    found.flatMap(({ field, message, weight }) => (weight === 'advice' ? [] : [[field, message]])),
  );
  const marks = sectionMarks(problems);
  const markOf = (name: SectionName) => marks.get(name) ?? null;
  const sections = sectionsOf(form, saved.product.version !== null);
  const fields = (list: typeof textFields) => (
    <RowFields
      row={form.product}
      fields={list}
      errors={errors}
      onPatch={(patch) => editProduct((form) => patchShelf(form, patch))}
    />
  );
  return (
    <div className={styles['stack']}>
      <EditorBar desk={desk} problems={problems} onTry={() => setTried(true)} />
      <UnreadDraft id={saved.product.id} />
      {desk.kept && (
        <Notice tone="info" title="You have a draft from your last visit">
          <p>It was not saved, and nobody has changed this product since.</p>
          <div className={styles['line']}>
            <Button size="small" look="primary" onClick={() => restoreDraft(true)}>
              Continue with it
            </Button>
            <Button size="small" onClick={() => restoreDraft(false)}>
              Discard it
            </Button>
          </div>
        </Notice>
      )}
      {desk.conflicts.length > 0 && <ProductConflict desk={desk} />}
      <div className={own['editor']}>
        <SectionList sections={sections} marks={marks} />
        <div className={styles['stack']}>
          <EditorSection name="Texts" mark={markOf('Texts')} startsOpen={isNew}>
            {fields(textFields)}
          </EditorSection>
          <ImagesSection form={form} mark={markOf('Pictures')} />
          <SoundsSection form={form} mark={markOf('Sounds')} />
          <VariantsSection form={form} pools={desk.pools} mark={markOf('Variants and kits')} />
          <StockSection form={form} pools={desk.pools} />
          <OptionsSection form={form} mark={markOf('Options')} />
          <RulesSection form={form} mark={markOf('Rules')} />
          <FactsSection form={form} mark={markOf('Specifications')} />
          {saved.product.version !== null && <BatchesSection desk={desk} />}
        </div>
        <div className={styles['stack']}>
          <PublishSection
            saved={saved}
            form={form}
            problems={problems}
            isEarly={isNew && !isTried}
            mark={markOf('Publication')}
          />
          <EditorSection name="Selling and customs" mark={markOf('Selling and customs')}>
            {fields(saleFields.map((field) => withChoices(field, desk)))}
          </EditorSection>
          {saved.product.version !== null && <HistorySection form={form} batches={desk.batches} />}
        </div>
      </div>
    </div>
  );
}
