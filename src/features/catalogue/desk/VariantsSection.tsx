import { useStore } from '@nanostores/react';
import { isTrue, numberOf, textOf, textsOf } from '#desk-kit/model/desk-row.ts';
import { variantName } from '../model/b-stock.ts';
import {
  addPart,
  patchPart,
  type PartDraft,
  type PartPatch,
  type ProductForm,
} from '../model/form/product-form.ts';
import type { SectionMark } from '../model/form/product-sections.ts';
import {
  firstCountOf,
  madeToOrder,
  patchAllVariants,
  patchVariant,
} from '../model/form/variant-options.ts';
import { newVariant } from '../model/form/new-parts.ts';
import { $staff } from '#desk-kit/store/staff.ts';
import { mayCount } from '#features/stock/store/desk-stock.ts';
import { countOfPool, freeOf } from '#features/stock/model/stock-count.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { RowFields, type RowField } from '#desk-kit/ui/RowFields.tsx';
import type { PoolRow } from '../api/product-pools.ts';
import { editProduct, findPools } from '../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import own from './editor.module.css';
import { EditorSection } from './EditorSection.tsx';
import { FoldingPart } from './FoldingPart.tsx';
import { PartHead } from './PartHead.tsx';
import { availabilityWords, variantFields } from './product-fields.ts';
import { VariantOptions } from './VariantOptions.tsx';

type Props = {
  readonly form: ProductForm;
  readonly pools: readonly PoolRow[];
  readonly mark: SectionMark | null;
};

const newId = () => crypto.randomUUID();

/** What is typed of a variant, with what follows from it. */
function patchOne(form: ProductForm, id: string, patch: PartPatch<'variants'>): ProductForm {
  const { is_made_to_order: isMade, ...rest } = patch;
  if (typeof isMade === 'boolean') return madeToOrder(form, id, isMade, newId);
  const ends = (rest.availability ?? 'in_stock') !== 'in_stock' || Boolean(rest.stock_pool_id);
  return patchVariant(form, id, ends ? { ...rest, is_made_to_order: false } : rest);
}

export function VariantsSection({ form, pools, mark }: Props) {
  const isCounter = mayCount(useStore($staff));
  const known: readonly PartDraft<'pools'>[] = [...form.pools, ...pools];
  const poolField: RowField = {
    name: 'stock_pool_id',
    title: 'Stock pool',
    kind: 'found',
    hint: 'Search by shelf label or title.',
    isOptional: true,
    titles: Object.fromEntries(
      known.map((pool) => [pool.id, `${textOf(pool, 'code')} ${textOf(pool, 'title')}`.trim()]),
    ),
    find: findPools,
  };
  const fields = [...variantFields.slice(0, 5), poolField, ...variantFields.slice(5)];
  const add = () =>
    editProduct((form) =>
      addPart(form, 'variants', newId(), {
        ...newVariant(form.variants),
        product_id: form.product.id,
      }),
    );
  return (
    <EditorSection
      name="Variants and kits"
      part="variants"
      mark={mark}
      startsOpen={form.product.version === null}
    >
      <VariantOptions form={form} />
      {form.variants.every(({ version }) => version === null) && (
        <ForAll form={form} isCounter={isCounter} />
      )}
      <div>
        {form.variants.map((row) => (
          <FoldingPart
            key={row.id}
            id={row.id}
            startsOpen={row.version === null && textOf(row, 'sku') === ''}
            glance={<Glance form={form} row={row} pools={pools} />}
          >
            <div className={styles['part']}>
              <PartHead part="variants" id={row.id} name={textOf(row, 'title') || 'New variant'}>
                <NewPool variant={row} />
              </PartHead>
              <RowFields
                row={row}
                fields={fields}
                onPatch={(patch) => editProduct((form) => patchOne(form, row.id, patch))}
              />
              {isCounter && <FirstCount form={form} variant={row} />}
            </div>
          </FoldingPart>
        ))}
      </div>
      <div className={styles['line']}>
        <Button size="small" onClick={add}>
          Add a variant
        </Button>
        {form.variants.length === 0 && (
          <span className={styles['small']}>What buyers can order: kits, sizes, stems.</span>
        )}
      </div>
    </EditorSection>
  );
}

const nameOf = (row: PartDraft<'variants'>): string =>
  variantName({ title: textOf(row, 'title'), flaws: textOf(row, 'flaws') });

type Glanced = Pick<Props, 'form' | 'pools'> & { readonly row: PartDraft<'variants'> };

function stockOf({ form, row, pools }: Glanced): string {
  const kind = textOf(row, 'availability');
  if (isTrue(row, 'is_made_to_order')) return 'Made to order';
  if (kind !== 'in_stock') return availabilityWords(kind);
  const id = textOf(row, 'stock_pool_id');
  const pool = [...form.pools, ...pools].find((each) => each.id === id);
  if (pool === undefined) return id === '' ? 'No stock count' : '';
  const free = Math.floor(freeOf(countOfPool(pool)) / (numberOf(row, 'pool_units') ?? 1));
  return `${free} in stock`;
}

function Glance(glanced: Glanced) {
  const { row } = glanced;
  const price = numberOf(row, 'price_minor');
  return (
    <>
      <b>{nameOf(row) || 'New variant'}</b>
      <span className={styles['small']}>{textOf(row, 'sku')}</span>
      <span>{price === null ? 'No price' : formatMoney(price, textOf(row, 'currency'))}</span>
      <span className={styles['small']}>{stockOf(glanced)}</span>
    </>
  );
}

const priceField: RowField = { name: 'price_minor', title: 'Price in euro', kind: 'money' };
const countField: RowField = {
  name: 'on_hand',
  title: 'In stock',
  kind: 'number',
  hint: 'Of each variant',
};
const restFields: readonly RowField[] = [
  {
    name: 'weight_grams',
    title: 'Weight in grams',
    kind: 'number',
    hint: 'Weight with packaging',
  },
  {
    name: 'is_made_to_order',
    title: 'Made to order',
    kind: 'check',
    hint: 'Nothing is counted; it is made and sent within the handling days.',
  },
];

/** What all of them have, or nothing where they differ. */
function common(values: readonly unknown[]): unknown {
  const [first] = values;
  return values.every((each) => each === first) ? (first ?? null) : null;
}

/** One price and one count for all variants of a new product. */
function ForAll({ form, isCounter }: { readonly form: ProductForm; readonly isCounter: boolean }) {
  const { variants } = form;
  const isMade = variants.length > 0 && variants.every((row) => isTrue(row, 'is_made_to_order'));
  const of = (column: keyof PartPatch<'variants'>) =>
    common(variants.map((row) => row.values[column]));
  const values = {
    price_minor: of('price_minor'),
    weight_grams: variants.length === 0 ? newVariant([]).weight_grams : of('weight_grams'),
    on_hand: common(variants.map((row) => firstCountOf(form, row))),
    is_made_to_order: isMade,
  };
  const hasOptions = variants.some((row) => textsOf(row, 'choices').length > 0);
  return (
    <fieldset className={own['all']} aria-label="All variants">
      <RowFields
        row={{ id: 'all', version: null, values }}
        fields={[priceField, ...(isCounter && !isMade ? [countField] : []), ...restFields]}
        onPatch={(patch) => editProduct((form) => patchAllVariants(form, patch, newId))}
      />
      <p className={styles['small']}>
        {hasOptions
          ? `These hold for all ${variants.length} variants. Open one below to change it alone.`
          : 'A product without options is one variant.'}
      </p>
    </fieldset>
  );
}

/** How many there are of what the shop has not counted yet. */
function FirstCount({
  form,
  variant,
}: {
  readonly form: ProductForm;
  readonly variant: PartDraft<'variants'>;
}) {
  const pool = form.pools.find(({ id }) => id === textOf(variant, 'stock_pool_id'));
  if (pool === undefined) return null;
  return (
    <RowFields
      row={{ ...pool, values: { ...pool.values, on_hand: pool.values.on_hand ?? 0 } }}
      fields={[{ name: 'on_hand', title: 'In stock from the start', kind: 'number' }]}
      onPatch={(patch) => editProduct((form) => patchPart(form, 'pools', pool.id, patch))}
    />
  );
}

/** A pile of its own for what has none: its count is entered on arrival of the goods. */
function NewPool({ variant }: { readonly variant: PartDraft<'variants'> }) {
  const isMade = isTrue(variant, 'is_made_to_order');
  if (isMade || textOf(variant, 'stock_pool_id') !== '' || textOf(variant, 'sku') === '')
    return null;
  const make = () => {
    const id = newId();
    editProduct((form) => {
      const pool = { code: textOf(variant, 'sku'), title: textOf(variant, 'title') };
      const made = addPart(form, 'pools', id, pool);
      return patchPart(made, 'variants', variant.id, { stock_pool_id: id });
    });
  };
  return (
    <Button size="small" look="quiet" onClick={make}>
      New stock count for this variant
    </Button>
  );
}
