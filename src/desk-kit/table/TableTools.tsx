import { useEffect, useRef, useState, type ReactNode } from 'react';
import { toggleColumn } from '../model/table-layout.ts';
import { withoutFilter } from '../model/table-query.ts';
import type { TableState } from '../model/table-state.ts';
import styles from '../ui/data-table.module.css';
import { describeFilter, FilterMenu } from './FilterMenu.tsx';
import { Menu } from './Menu.tsx';
import type { TableActions, TableColumn } from './table-model.ts';
import { ViewMenu } from './ViewMenu.tsx';

type Props = {
  readonly state: TableState;
  readonly actions: TableActions;
  readonly columns: readonly TableColumn[];
  readonly searches: string;
  readonly tools: ReactNode;
};

export function TableTools({ state, actions, columns, searches, tools }: Props) {
  const { query } = state;
  return (
    <div className={styles['tools']}>
      <SearchBox state={state} actions={actions} searches={searches} />
      <div className={styles['keys']}>
        <FilterMenu state={state} actions={actions} columns={columns} />
        <ViewMenu state={state} actions={actions} />
        <ColumnMenu state={state} actions={actions} columns={columns} />
        <span className={styles['push']} />
        {tools}
      </div>
      {query.filters.length > 0 && (
        <ul className={styles['filters']} aria-label="Filters">
          {query.filters.map((filter) => (
            <li key={`${filter.column}${filter.operator}${filter.value}`}>
              <button
                type="button"
                className={styles['filter']}
                onClick={() => void actions.ask(withoutFilter(query, filter))}
              >
                {describeFilter(filter, columns)}
                <span aria-hidden="true">×</span>
                <span className="visually-hidden">: remove this filter</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Whoever types on is not asked for each letter. */
const settleMs = 250;

/** Rows follow what is typed; Enter asks at once. */
function SearchBox({ state, actions, searches }: Pick<Props, 'state' | 'actions' | 'searches'>) {
  const { query, load } = state;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query.search);
  // What was asked for from here, and what was last seen to be asked for by anybody.
  const [own, setOwn] = useState(query.search);
  const [seen, setSeen] = useState(query.search);
  if (query.search !== seen) {
    setSeen(query.search);
    if (query.search !== own) setText(query.search);
    setOwn(query.search);
  }
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  const ask = (search: string) => {
    if (search === latest.current.search) return;
    setOwn(search);
    void actions.ask({ ...latest.current, search, anchor: { kind: 'start' } });
  };
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(due.current), []);
  const type = (typed: string, waitMs: number) => {
    setText(typed);
    clearTimeout(due.current);
    if (waitMs === 0) ask(typed.trim());
    else due.current = setTimeout(() => ask(typed.trim()), waitMs);
  };
  return (
    <search className={styles['search']}>
      <form
        aria-busy={load.kind === 'loading' && text !== ''}
        onSubmit={(event) => {
          event.preventDefault();
          type(text, 0);
        }}
      >
        <input
          ref={input}
          type="search"
          aria-label={`Search ${searches}`}
          placeholder={`Search ${searches}`}
          value={text}
          onChange={(event) => type(event.target.value, settleMs)}
        />
        {text !== '' && (
          <button
            type="button"
            aria-label="Clear the search"
            onClick={() => {
              type('', 0);
              input.current?.focus();
            }}
          >
            ×
          </button>
        )}
      </form>
    </search>
  );
}

function ColumnMenu({ state, actions, columns }: Pick<Props, 'state' | 'actions' | 'columns'>) {
  const { preferences } = state;
  const { hidden } = preferences.layout;
  return (
    <Menu label="Columns">
      {columns.slice(1).map(({ name, title, startsHidden = false, isFilterOnly = false }) => {
        if (isFilterOnly) return null;
        const mark = startsHidden ? `+${name}` : name;
        return (
          <label key={name} className={styles['option']}>
            <input
              type="checkbox"
              checked={startsHidden === hidden.includes(mark)}
              onChange={() =>
                actions.prefer({ ...preferences, layout: toggleColumn(preferences.layout, mark) })
              }
            />
            {title}
          </label>
        );
      })}
    </Menu>
  );
}
