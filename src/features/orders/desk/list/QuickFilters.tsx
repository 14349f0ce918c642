import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import {
  formatFilter,
  withFilter,
  withoutFilter,
  type TableFilter,
} from '#desk-kit/model/table-query.ts';
import type { TableState } from '#desk-kit/model/table-state.ts';
import { Chip } from '#ui/react/Chip.tsx';
import { Picker } from '#desk-kit/ui/Picker.tsx';
import {
  $askedCount,
  $batches,
  batchColumn,
  countAsked,
  orderTable,
} from '../../store/desk-orders.ts';
import { OrderNews } from './OrderNews.tsx';
import styles from '#desk-kit/ui/views.module.css';
import own from '../order.module.css';

const stage = (value: string): TableFilter => ({ column: 'status', operator: 'is', value });
const owed: TableFilter = { column: 'refund_due_minor', operator: 'from', value: '1' };

/** What is worked through, one after the other. */
const views: readonly { readonly label: string; readonly filter: TableFilter | null }[] = [
  { label: 'All', filter: null },
  { label: 'Unpaid', filter: stage('awaiting_payment') },
  { label: 'Paid', filter: stage('paid') },
  { label: 'Packed', filter: stage('ready_to_ship') },
  { label: 'Shipped', filter: stage('shipped') },
  { label: 'Refund due', filter: owed },
];
const columnsOfViews: ReadonlySet<string> = new Set(['status', 'refund_due_minor']);

const problem: TableFilter = { column: 'address_question', operator: 'filled', value: '' };
const returns: TableFilter = { column: 'open_returns', operator: 'from', value: '1' };

/** What is looked for every day, in one press. */
export function QuickFilters({ state }: { readonly state: TableState }) {
  const asked = useStore($askedCount);
  const batches = useStore($batches);
  useEffect(() => void countAsked(), []);
  const { query } = state;
  const isOn = (filter: TableFilter) =>
    query.filters.some((each) => formatFilter(each) === formatFilter(filter));
  const turn = (filter: TableFilter) =>
    void orderTable.ask(isOn(filter) ? withoutFilter(query, filter) : withFilter(query, filter));
  const inView = query.filters.filter(({ column }) => columnsOfViews.has(column)).map(formatFilter);
  const isShown = (filter: TableFilter | null) =>
    inView.length === (filter === null ? 0 : 1) &&
    (filter === null || inView[0] === formatFilter(filter));
  const show = (filter: TableFilter | null) => {
    const others = query.filters.filter(({ column }) => !columnsOfViews.has(column));
    const filters = filter === null ? others : [...others, filter];
    void orderTable.ask({ ...query, filters, anchor: { kind: 'start' } });
  };
  const ofBatch = query.filters.find(({ column }) => column === batchColumn);
  const showBatch = (value: string) => {
    const others = ofBatch ? withoutFilter(query, ofBatch) : query;
    const filter: TableFilter = { column: batchColumn, operator: 'is', value };
    void orderTable.ask(value === '' ? others : withFilter(others, filter));
  };
  return (
    <div className={own['quick']}>
      <fieldset className={`${styles['views']} ${own['views']}`}>
        <legend className="visually-hidden">Show orders</legend>
        {views.map(({ label, filter }) => (
          <button
            key={label}
            type="button"
            aria-pressed={isShown(filter)}
            onClick={() => show(filter)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className={own['chips']}>
        <Picker
          aria-label="Show orders from batch"
          value={ofBatch?.value ?? ''}
          onChange={(event) => showBatch(event.target.value)}
        >
          <option value="">Every batch</option>
          {batches.map((batch) => (
            <option key={batch.id} value={batch.id}>
              {batch.values.code}
            </option>
          ))}
        </Picker>
        <Chip
          pressed={isOn(problem)}
          {...(asked === null ? {} : { count: asked })}
          onClick={() => turn(problem)}
        >
          Address problem
        </Chip>
        <Chip pressed={isOn(returns)} onClick={() => turn(returns)}>
          Returns
        </Chip>
      </div>
      <OrderNews />
    </div>
  );
}
