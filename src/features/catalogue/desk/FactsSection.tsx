import { textOf } from '#desk-kit/model/desk-row.ts';
import {
  addPart,
  patchPart,
  type PartDraft,
  type ProductForm,
} from '../model/form/product-form.ts';
import { Button } from '#ui/react/Button.tsx';
import { RowFields } from '#desk-kit/ui/RowFields.tsx';
import { editProduct } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { EditorSection } from './EditorSection.tsx';
import { FoldingPart } from './FoldingPart.tsx';
import { PartHead } from './PartHead.tsx';
import type { SectionMark } from '../model/form/product-sections.ts';
import { newFact } from '../model/form/new-parts.ts';
import { factFields } from './product-fields.ts';

const nameOf = (row: PartDraft<'facts'>): string =>
  [textOf(row, 'label') || 'New fact', textOf(row, 'value')].filter(Boolean).join(': ');

type Props = { readonly form: ProductForm; readonly mark: SectionMark | null };

/** What it is and what it fits, as its page lists it. */
export function FactsSection({ form, mark }: Props) {
  const add = () =>
    editProduct((form) =>
      addPart(form, 'facts', crypto.randomUUID(), { ...newFact, product_id: form.product.id }),
    );
  return (
    <EditorSection name="Specifications" title="Specifications and compatibility" mark={mark}>
      {form.facts.length === 0 && (
        <p className={styles['small']}>
          Profile, stem, layout, switch, material: what buyers compare, and what fits together.
        </p>
      )}
      {form.facts.map((row) => (
        <FoldingPart
          key={row.id}
          id={row.id}
          startsOpen={row.version === null}
          glance={
            <>
              <b>{textOf(row, 'label') || 'New fact'}</b>
              <span>{textOf(row, 'value')}</span>
            </>
          }
        >
          <div className={styles['part']}>
            <PartHead part="facts" id={row.id} name={nameOf(row)} />
            <RowFields
              row={row}
              fields={factFields}
              onPatch={(patch) => editProduct((form) => patchPart(form, 'facts', row.id, patch))}
            />
          </div>
        </FoldingPart>
      ))}
      <div className={styles['line']}>
        <Button size="small" onClick={add}>
          Add a specification
        </Button>
      </div>
    </EditorSection>
  );
}
