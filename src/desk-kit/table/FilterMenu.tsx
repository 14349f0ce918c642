import { useState } from 'react';
import { dayWords } from '#shared/day-words.ts';
import { textToMinor } from '../model/field-text.ts';
import { formatMoney } from '#shared/money.ts';
import type { Result } from '#shared/result.ts';
import { withFilter, type FilterOperator, type TableFilter } from '../model/table-query.ts';
import type { TableState } from '../model/table-state.ts';
import { Button } from '#ui/react/Button.tsx';
import { Picker } from '../ui/Picker.tsx';
import styles from '../ui/data-table.module.css';
import { Menu } from './Menu.tsx';
import type { ColumnFilter, TableActions, TableColumn } from './table-model.ts';

const words: { readonly [operator in FilterOperator]: string } = {
  is: 'is',
  not: 'is not',
  contains: 'contains',
  from: 'from',
  to: 'up to',
  empty: 'is not set',
  filled: 'is set',
};

const operatorsOf: { readonly [kind in ColumnFilter['kind']]: readonly FilterOperator[] } = {
  choice: ['is', 'not'],
  one: ['is'],
  text: ['contains', 'is'],
  date: ['from', 'to'],
  number: ['from', 'to', 'is'],
  money: ['from', 'to', 'is'],
  empty: ['empty', 'filled'],
};

const inputTypes: Readonly<Record<string, string>> = { date: 'date', number: 'number' };

const choicesOf = (filter: ColumnFilter | undefined) =>
  filter?.kind === 'choice' || filter?.kind === 'one' ? filter.choices : null;

export function describeFilter(filter: TableFilter, columns: readonly TableColumn[]): string {
  const column = columns.find(({ name }) => name === filter.column);
  const choices = choicesOf(column?.filter) ?? [];
  const named = filter.value
    .split(',')
    .map((value) => choices.find((choice) => choice.value === value)?.label ?? value)
    .map((value) => valueWords(value, column?.filter?.kind));
  const parts = [column?.title ?? filter.column, words[filter.operator], named.join(' or ')];
  return parts.filter((part) => part !== '').join(' ');
}

/** An address may hold anything: what is no amount and no day stands as it is. */
function valueWords(value: string, kind: ColumnFilter['kind'] | undefined): string {
  if (kind === 'money' && /^-?\d{1,9}$/.test(value)) return formatMoney(Number(value), 'EUR');
  const isDay = kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return isDay && !Number.isNaN(Date.parse(value)) ? dayWords(value) : value;
}

/** Why a filter can't be added like this; null where it can. */
function faultOf(
  kind: ColumnFilter['kind'],
  value: string,
  amount: Result<number, string> | null,
): string | null {
  if (kind === 'empty') return null;
  if (value.trim() === '') return kind === 'date' ? 'Choose a day first.' : 'Type a value first.';
  return amount?.ok === false ? 'An amount looks like 12.50.' : null;
}

type Props = {
  readonly state: TableState;
  readonly actions: TableActions;
  readonly columns: readonly TableColumn[];
};

export function FilterMenu({ state, actions, columns }: Props) {
  const filterable = columns.flatMap((column) =>
    column.filter && actions.shape.filterable.includes(column.name)
      ? [{ ...column, filter: column.filter }]
      : [],
  );
  const [name, setName] = useState(filterable[0]?.name ?? '');
  const [asked, setOperator] = useState<FilterOperator | null>(null);
  const [typed, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const setTyped = (text: string) => {
    setText(text);
    setProblem(null);
  };
  const column = filterable.find((each) => each.name === name);
  if (!column) return null;
  const { filter } = column;
  const known = operatorsOf[filter.kind];
  const operator = known.find((each) => each === asked) ?? known[0] ?? 'is';
  const choices = choicesOf(filter);
  const value = typed === '' ? (choices?.[0]?.value ?? '') : typed;
  const amount = filter.kind === 'money' ? textToMinor(value.trim()) : null;
  return (
    <Menu label="Filter">
      <form
        className={styles['filterForm']}
        onSubmit={(event) => {
          event.preventDefault();
          const fault = faultOf(filter.kind, value, amount);
          setProblem(fault);
          if (fault !== null || amount?.ok === false) return;
          const kept = amount === null ? value : String(amount.value);
          void actions.ask(withFilter(state.query, { column: name, operator, value: kept }));
        }}
      >
        <Picker
          aria-label="Column"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setTyped('');
          }}
        >
          {filterable.map((each) => (
            <option key={each.name} value={each.name}>
              {each.title}
            </option>
          ))}
        </Picker>
        <Picker
          aria-label="Comparison"
          value={operator}
          onChange={(event) =>
            setOperator(known.find((each) => each === event.target.value) ?? null)
          }
        >
          {known.map((each) => (
            <option key={each} value={each}>
              {words[each]}
            </option>
          ))}
        </Picker>
        {choices !== null ? (
          <Picker
            aria-label="Value"
            value={value}
            onChange={(event) => setTyped(event.target.value)}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Picker>
        ) : (
          filter.kind !== 'empty' && (
            <input
              aria-label="Value"
              type={inputTypes[filter.kind] ?? 'text'}
              inputMode={filter.kind === 'money' ? 'decimal' : undefined}
              placeholder={filter.kind === 'money' ? '12.50' : undefined}
              aria-invalid={problem !== null || (value !== '' && amount?.ok === false) || undefined}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )
        )}
        <Button type="submit" size="small" look="primary">
          Add filter
        </Button>
        {problem !== null && (
          <p role="alert" className={styles['problem']}>
            {problem}
          </p>
        )}
      </form>
    </Menu>
  );
}
