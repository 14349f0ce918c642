import { useState, type ReactNode } from 'react';
import { toggleColumn, withView, withoutView } from '../model/table-layout.ts';
import { parseTableQuery, writeTableQuery, withoutFilter } from '../model/table-query.ts';
import type { TableState } from '../model/table-state.ts';
import { Button } from '#ui/react/Button.tsx';
import styles from '../ui/data-table.module.css';
import { describeFilter, FilterMenu } from './FilterMenu.tsx';
import { Menu } from './Menu.tsx';
import type { TableActions, TableColumn } from './table-model.ts';

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
      <SearchBox key={query.search} state={state} actions={actions} searches={searches} />
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

function SearchBox({ state, actions, searches }: Pick<Props, 'state' | 'actions' | 'searches'>) {
  const [text, setText] = useState(state.query.search);
  return (
    <search className={styles['search']}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void actions.ask({ ...state.query, search: text.trim(), anchor: { kind: 'start' } });
        }}
      >
        <input
          type="search"
          aria-label={`Search ${searches}`}
          placeholder={`Search ${searches}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}

function ViewMenu({ state, actions }: Pick<Props, 'state' | 'actions'>) {
  const { preferences, query } = state;
  const [name, setName] = useState('');
  const [isUnnamed, setUnnamed] = useState(false);
  const show = (search: string) => void actions.ask(parseTableQuery(search, actions.shape));
  return (
    <Menu label="Views">
      <ul className={styles['choices']}>
        <li>
          <button type="button" onClick={() => show('')}>
            Default view
          </button>
        </li>
        {preferences.views.map((view) => (
          <li key={view.name}>
            <button type="button" onClick={() => show(view.search)}>
              {view.name}
            </button>
            <button
              type="button"
              aria-label={`Delete the view ${view.name}`}
              onClick={() =>
                actions.prefer({ ...preferences, views: withoutView(preferences.views, view.name) })
              }
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form
        className={styles['line']}
        onSubmit={(event) => {
          event.preventDefault();
          setUnnamed(name.trim() === '');
          if (name.trim() === '') return;
          const search = writeTableQuery(query, actions.shape, '');
          actions.prefer({ ...preferences, views: withView(preferences.views, { name, search }) });
          setName('');
        }}
      >
        <input
          aria-label="Name of this view"
          placeholder="Save this view as…"
          aria-invalid={isUnnamed || undefined}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setUnnamed(false);
          }}
        />
        <Button type="submit" size="small">
          Save
        </Button>
        {isUnnamed && (
          <p role="alert" className={styles['problem']}>
            Enter a name for the view.
          </p>
        )}
      </form>
    </Menu>
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
