import { plain } from '#desk-kit/table/column-text.ts';
import { RowDesk, type RowDeskParts } from '#desk-kit/table/RowDesk.tsx';
import type { Row } from '#shared/backend/given.ts';
import { classFaults } from '../../model/money-faults.ts';
import { taxClassForm, taxClassTable } from '../../store/desk-money.ts';

const classes: RowDeskParts<Row<'tax_classes'>> = {
  label: 'Tax classes',
  noun: 'tax class',
  table: taxClassTable,
  form: taxClassForm,
  searches: 'by title or code',
  columns: [
    { name: 'title', title: 'Class', width: 320, text: plain('title') },
    { name: 'code', title: 'Code', width: 180, text: plain('code') },
    { name: 'position', title: 'Position', width: 100, align: 'end', text: plain('position') },
  ],
  fields: (isNew) => [
    { name: 'title', title: 'Title', kind: 'text', hint: 'What staff choose at a product' },
    { name: 'position', title: 'Position', kind: 'number' },
    {
      name: 'code',
      title: 'Code',
      kind: 'text',
      hint: 'What files of products name',
      isLocked: !isNew,
    },
  ],
  empty: { title: 'No tax classes yet', text: 'Kinds of goods that a country taxes differently.' },
  newRow: (rows) => ({
    title: '',
    code: '',
    position: Math.max(0, ...rows.map(({ values }) => values.position)) + 1,
  }),
  removal: 'Only a class without products and rates can be removed.',
  faultsOf: classFaults,
};

/** Kinds of goods that a country may tax differently; their rates are the tab beside it. */
export function TaxClasses() {
  return <RowDesk parts={classes} />;
}
