import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import {
  formatFilter,
  withFilter,
  withoutFilter,
  type TableFilter,
} from '#desk-kit/model/table-query.ts';
import type { TableState } from '#desk-kit/model/table-state.ts';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { Chip } from '#ui/react/Chip.tsx';
import { Picker } from '#desk-kit/ui/Picker.tsx';
import {
  $askedCount,
  $batches,
  batchColumn,
  countAsked,
  orderTable,
} from '../store/desk-orders.ts';
import { OrderNews } from './OrderNews.tsx';
import own from './order.module.css';

const unpaid: TableFilter = { column: 'status', operator: 'is', value: 'awaiting_payment' };
const problem: TableFilter = { column: 'address_question', operator: 'filled', value: '' };
const owed: TableFilter = { column: 'refund_due_minor', operator: 'from', value: '1' };
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
  const ofBatch = query.filters.find(({ column }) => column === batchColumn);
  const showBatch = (value: string) => {
    const others = ofBatch ? withoutFilter(query, ofBatch) : query;
    const filter: TableFilter = { column: batchColumn, operator: 'is', value };
    void orderTable.ask(value === '' ? others : withFilter(others, filter));
  };
  return (
    <div className={own['quick']}>
      <div className={own['chips']}>
        <Picker
          aria-label="Show orders from batch"
          value={ofBatch?.value ?? ''}
          onChange={(event) => showBatch(event.target.value)}
        >
          <option value="">Every batch</option>
          {batches.map((batch) => (
            <option key={batch.id} value={batch.id}>
              {textOf(batch, 'code')}
            </option>
          ))}
        </Picker>
        <Chip pressed={isOn(unpaid)} onClick={() => turn(unpaid)}>
          Unpaid
        </Chip>
        <Chip
          pressed={isOn(problem)}
          {...(asked === null ? {} : { count: asked })}
          onClick={() => turn(problem)}
        >
          Address problem
        </Chip>
        <Chip pressed={isOn(owed)} onClick={() => turn(owed)}>
          Refund due
        </Chip>
        <Chip pressed={isOn(returns)} onClick={() => turn(returns)}>
          Returns
        </Chip>
      </div>
      <OrderNews />
    </div>
  );
}
