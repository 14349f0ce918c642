import { useStore } from '@nanostores/react';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { TableState } from '#desk-kit/model/table-state.ts';
import { plain } from '#desk-kit/table/column-text.ts';
import { RowDesk } from '#desk-kit/table/RowDesk.tsx';
import type { Choice } from '#desk-kit/table/table-model.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import {
  designKitFaults,
  designOfferFaults,
  fileFaults,
  relationFaults,
} from '../model/form/product-part-faults.ts';
import { $productTitles, findProducts } from '../store/desk-product-choice.ts';
import {
  $palettes,
  $variantTitles,
  designKitForm,
  designKitTable,
  designOfferForm,
  designOfferTable,
  fileForm,
  fileTable,
  findVariants,
  relationForm,
  relationTable,
} from '../store/desk-product-parts.ts';
import { ProductFile } from './ProductFile.tsx';

const position: RowField = { name: 'position', title: 'Position', kind: 'number' };

const last = (rows: readonly DeskRow<{ readonly position: number }>[]): number =>
  Math.max(0, ...rows.map(({ values }) => values.position)) + 1;

/** What a row is of: looked for while it is new, and said once it is one. */
function useProductField(
  known: readonly (readonly [id: string, title: string])[],
  isNew: boolean,
  name = 'product_id',
  title = 'Product',
): RowField {
  const titles = useStore($productTitles);
  if (isNew)
    return { name, title, kind: 'found', hint: 'Search by title.', titles, find: findProducts };
  const choices = [...new Map(known)].map(([value, label]) => ({ value, label }));
  return { name, title, kind: 'choice', choices, isLocked: true };
}

interface OfProduct {
  readonly product_id: string;
  readonly product: { readonly title: string };
}

const productsIn = ({ rows }: Pick<TableState<OfProduct>, 'rows'>) =>
  rows.map(({ values }) => [values.product_id, values.product.title] as const);

/** What goes with a product, on whose page it is shown, and why. */
export function RelatedList() {
  const isNew = useStore(relationForm.$state).row?.version === null;
  const state = useStore(relationTable.$state);
  const product = useProductField(productsIn(state), isNew, 'product_id', 'On the page of');
  const others = state.rows.map(({ values }) => [values.related_id, values.related.title] as const);
  const related = useProductField(others, isNew, 'related_id', 'What goes with it');
  return (
    <RowDesk
      parts={{
        label: 'Related products',
        noun: 'related product',
        table: relationTable,
        form: relationForm,
        searches: 'by product',
        columns: [
          { name: 'product', title: 'On the page of', width: 240, text: plain('product.title') },
          { name: 'related', title: 'What goes with it', width: 240, text: plain('related.title') },
          { name: 'reason', title: 'Why', width: 360, text: plain('reason') },
          {
            name: 'position',
            title: 'Position',
            width: 100,
            align: 'end',
            text: plain('position'),
          },
        ],
        fields: () => [
          product,
          related,
          { name: 'reason', title: 'Why', kind: 'text', isWide: true, hint: 'Read beside it.' },
          position,
        ],
        empty: { title: 'Nothing related yet', text: 'What goes with a product, and why.' },
        newRow: (rows) => ({ product_id: '', related_id: '', reason: '', position: last(rows) }),
        removal: 'Once removed and published, that page shows it no more.',
        faultsOf: relationFaults,
      }}
    />
  );
}

const fileKinds: readonly Choice[] = [
  { value: 'build_guide', label: 'Build guide' },
  { value: 'plate', label: 'Plate' },
  { value: 'firmware', label: 'Firmware' },
  { value: 'layout', label: 'Layout' },
  { value: 'manual', label: 'Manual' },
];

/** Build guides, plates, layouts and firmware: small texts that a page offers. */
export function FileList() {
  const isNew = useStore(fileForm.$state).row?.version === null;
  const product = useProductField(productsIn(useStore(fileTable.$state)), isNew);
  return (
    <RowDesk
      parts={{
        label: 'Downloads',
        noun: 'download',
        table: fileTable,
        form: fileForm,
        searches: 'by product',
        columns: [
          { name: 'title', title: 'Title', width: 240, text: plain('title') },
          { name: 'product', title: 'Product', width: 240, text: plain('product.title') },
          {
            name: 'kind',
            title: 'Kind',
            width: 140,
            text: (row) => fileKinds.find(({ value }) => value === row.values.kind)?.label ?? '',
            filter: { kind: 'choice', choices: fileKinds },
          },
          { name: 'file_name', title: 'File', width: 300, text: plain('file_name') },
        ],
        fields: () => [
          product,
          { name: 'title', title: 'Title', kind: 'text' },
          { name: 'kind', title: 'Kind', kind: 'choice', choices: fileKinds },
          position,
          { name: 'file_name', title: 'Saved as', kind: 'text', isWide: true },
          { name: 'content', title: 'The file', kind: 'area', isWide: true },
        ],
        empty: { title: 'No downloads yet', text: 'Build guides, plates and layouts to save.' },
        newRow: (rows) => ({
          product_id: '',
          title: '',
          kind: 'build_guide',
          file_name: '',
          media_type: 'text/plain',
          content: '',
          position: last(rows),
        }),
        removal: 'Once removed and published, its page offers it no more.',
        faultsOf: fileFaults,
      }}
      renderMore={({ row }) => row && <ProductFile key={row.id} onFile={fileForm.patch} />}
    />
  );
}

/** Variants that are made to a design, and how many caps one holds. */
export function DesignKitList() {
  const { row } = useStore(designKitForm.$state);
  const titles = useStore($variantTitles);
  const named = `${textOf(row, 'variant.product.title')} ${textOf(row, 'variant.title')}`.trim();
  return (
    <RowDesk
      parts={{
        label: 'Design kits',
        noun: 'design kit',
        table: designKitTable,
        form: designKitForm,
        searches: 'by SKU',
        columns: [
          { name: 'sku', title: 'SKU', width: 200, text: plain('variant.sku') },
          { name: 'product', title: 'Product', width: 260, text: plain('variant.product.title') },
          { name: 'variant', title: 'Variant', width: 200, text: plain('variant.title') },
          {
            name: 'most_caps',
            title: 'Caps at most',
            width: 130,
            align: 'end',
            text: plain('most_caps'),
          },
        ],
        fields: (isNew) => [
          isNew
            ? {
                name: 'variant_id',
                title: 'Variant',
                kind: 'found',
                hint: 'Search by SKU or title.',
                titles,
                find: findVariants,
              }
            : {
                name: 'variant_id',
                title: 'Variant',
                kind: 'choice',
                choices: [{ value: textOf(row, 'variant_id'), label: named }],
                isLocked: true,
              },
          { name: 'most_caps', title: 'Caps at most', kind: 'number' },
        ],
        empty: {
          title: 'No design kits yet',
          text: 'A variant named here is made to the colours that a customer designs.',
        },
        newRow: () => ({ variant_id: '', most_caps: 70 }),
        removal: 'Once removed, it is sold without a design. Orders keep theirs.',
        faultsOf: designKitFaults,
      }}
    />
  );
}

const zones: readonly Choice[] = [
  { value: 'alphas', label: 'Alphas' },
  { value: 'modifiers', label: 'Modifiers' },
  { value: 'accents', label: 'Accents' },
  { value: 'legends', label: 'Legends' },
  { value: 'case', label: 'Case' },
  { value: 'plate', label: 'Plate' },
  { value: 'weight', label: 'Weight' },
];

/** Which parts of a product take the colours of which palette. */
export function DesignOfferList() {
  const isNew = useStore(designOfferForm.$state).row?.version === null;
  const product = useProductField(productsIn(useStore(designOfferTable.$state)), isNew);
  const palettes: readonly Choice[] = useStore($palettes).map((row) => ({
    value: row.id,
    label: row.values.title,
  }));
  return (
    <RowDesk
      parts={{
        label: 'Design colours',
        noun: 'design colour',
        table: designOfferTable,
        form: designOfferForm,
        searches: 'by product',
        columns: [
          { name: 'product', title: 'Product', width: 260, text: plain('product.title') },
          {
            name: 'zone',
            title: 'Part',
            width: 140,
            text: (row) => zones.find(({ value }) => value === row.values.zone)?.label ?? '',
            filter: { kind: 'choice', choices: zones },
          },
          { name: 'palette', title: 'Palette', width: 260, text: plain('palette.title') },
        ],
        fields: () => [
          product,
          { name: 'zone', title: 'Part', kind: 'choice', choices: zones },
          {
            name: 'palette_id',
            title: 'Palette',
            kind: 'choice',
            choices: [{ value: '', label: 'Choose a palette' }, ...palettes],
          },
        ],
        empty: {
          title: 'No design colours yet',
          text: 'Which parts of a product take the colours of which palette.',
        },
        newRow: () => ({ product_id: '', zone: 'alphas', palette_id: '' }),
        removal:
          'Once removed, that part is no longer offered in these colours. Orders keep theirs.',
        faultsOf: designOfferFaults,
      }}
    />
  );
}
