import { textOf } from '#desk-kit/model/desk-row.ts';
import {
  patchProduct,
  type ProductDraft,
  type ProductForm,
  type ProductPatch,
} from '../model/form/product-form.ts';
import type { ProductProblem } from '../model/form/product-problems.ts';
import type { SectionMark } from '../model/form/product-sections.ts';
import { RowFields, type RowField } from '#desk-kit/ui/RowFields.tsx';
import { productPath } from '#routes.ts';
import { editProduct } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { EditorSection } from './EditorSection.tsx';
import { statusChoices } from '../model/files/product-choices.ts';
import { showProblem } from './show-problem.ts';

type Props = {
  readonly saved: ProductForm;
  readonly form: ProductForm;
  readonly problems: readonly ProductProblem[];
  /** A new product that nobody has tried to save: what is missing is not told yet. */
  readonly isEarly: boolean;
  readonly mark: SectionMark | null;
};

const fields: readonly RowField[] = [
  { name: 'status', title: 'Status', kind: 'choice', choices: statusChoices, isWide: true },
  { name: 'publish_at', title: 'Visible from', kind: 'moment', isOptional: true, isWide: true },
];

const weights = {
  save: 'To fix',
  publish: 'Before publishing',
  sale: 'Not for sale',
  advice: 'Advice',
} as const;

export function PublishSection({ saved, form, problems, isEarly, mark }: Props) {
  const { product } = form;
  const now = textOf(saved.product, 'status');
  const [kind, url] = [textOf(saved.product, 'kind'), textOf(saved.product, 'url')];
  const path = productPath({ kind, url });
  return (
    <EditorSection name="Publication" mark={mark}>
      <RowFields
        row={product}
        fields={fields}
        onPatch={(patch) =>
          editProduct((form) => patchProduct(form, withDate(patch, form.product)))
        }
      />
      {saved.product.version !== null && now !== 'draft' && (
        <p className={styles['small']}>
          <a href={path}>The page as last built</a>
        </p>
      )}
      {problems.length === 0 ? (
        <p className={styles['small']}>
          {isEarly ? 'What is missing is listed here once you save.' : 'Nothing is missing.'}
        </p>
      ) : (
        <ul className={styles['plain']} aria-label="What is missing">
          {problems.map(({ field, message, weight }) => (
            <li key={`${field} ${message}`} className={isHeavy(weight) ? styles['fault'] : ''}>
              <button type="button" className={styles['reach']} onClick={() => showProblem(field)}>
                <b>{weights[weight]}:</b> <span>{message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </EditorSection>
  );
}

const isHeavy = (weight: ProductProblem['weight']) => weight === 'save' || weight === 'sale';

/** Publishing without a date means now. */
function withDate(patch: ProductPatch, before: ProductDraft): ProductPatch {
  if (patch.status !== 'published' || before.values.publish_at) return patch;
  return { ...patch, publish_at: new Date().toISOString() };
}
