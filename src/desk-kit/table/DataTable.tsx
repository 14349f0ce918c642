import { useRef, useState, type ReactNode } from 'react';
import { useStore } from '@nanostores/react';
import type { AnyValues, DeskRow } from '../model/desk-row.ts';
import { formatFilter } from '../model/table-query.ts';
import type { TableState } from '../model/table-state.ts';
import { viewsOf } from '../store/desk-views.ts';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { UnreadNotice } from '#ui/react/UnreadNotice.tsx';
import styles from '../ui/data-table.module.css';
import { BulkBar } from './BulkBar.tsx';
import { wordsOfColumns } from './column-text.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import type { BulkAction, ColumnWords, TableActions, TableColumn } from './table-model.ts';
import { TableGrid } from './TableGrid.tsx';
import { TableTools } from './TableTools.tsx';
import { ViewTabs } from './ViewTabs.tsx';

type Props<Values> = {
  readonly label: string;
  readonly state: TableState<Values>;
  readonly actions: TableActions;
  readonly columns: readonly TableColumn<NoInfer<Values>>[];
  /** Where a form says more of its columns than the table does. */
  readonly words?: ColumnWords;
  readonly bulk?: readonly BulkAction<NoInfer<Values>>[];
  onOpen?(row: DeskRow<NoInfer<Values>>): void;
  /** In pixels; for rows with more than a line of words. */
  readonly rowHeight?: number;
  /** What the search looks into, as its placeholder says. */
  readonly searches: string;
  readonly empty: { readonly title: string; readonly text: string };
  /** Export, import and whatever makes new rows. */
  readonly tools?: ReactNode;
};

const waitingRows = 12;

export function DataTable<Values extends AnyValues>(props: Props<Values>) {
  const { label, state, actions, columns, bulk = [], onOpen, searches, empty, tools } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isKnown = useStore(viewsOf(actions.name).$isKnown);
  const isLoading = state.load.kind === 'loading' && state.rows.length === 0;
  const isWaiting = state.load.kind !== 'failed' && (!isKnown || isLoading);
  // Views that came before the first rows would push what waits for those downwards.
  const [hasBegun, setHasBegun] = useState(false);
  if (!hasBegun && isKnown && !isLoading) setHasBegun(true);
  const { hidden } = state.preferences.layout;
  const cells = columns.filter(({ isFilterOnly = false }) => !isFilterOnly);
  const words = props.words ?? wordsOfColumns(columns);
  const shown = cells.filter(({ name, startsHidden = false }) =>
    startsHidden ? hidden.includes(`+${name}`) : !hidden.includes(name),
  );
  return (
    <div ref={frame} className={styles['frame']}>
      {state.rows.length > 0 && (
        <button
          type="button"
          className={`visually-hidden ${styles['toRows']}`}
          onClick={() =>
            frame.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
          }
        >
          Skip to the table
        </button>
      )}
      <TableTools
        state={state}
        actions={actions}
        columns={columns}
        searches={searches}
        tools={tools}
      />
      {state.unreadPreferences !== null && (
        <UnreadNotice
          title="Some of your saved views could not be loaded"
          text={state.unreadPreferences}
          onHide={actions.hideUnread}
        >
          <p>
            Some views and columns saved in this browser were damaged. The rest are here; please
            save the missing ones again.
          </p>
        </UnreadNotice>
      )}
      <BulkBar state={state} actions={actions} bulk={bulk} words={words} />
      {state.saveProblem !== null && (
        <Notice tone="fault" role="alert" title="Not saved">
          <p>{state.saveProblem}</p>
        </Notice>
      )}
      {state.load.kind === 'failed' && (
        <Notice tone="fault" role="alert" title="These rows could not be loaded">
          <p>{state.load.message}</p>
          <div className={styles['line']}>
            <Button size="small" onClick={() => void actions.ask(state.query)}>
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {hasBegun && <ViewTabs state={state} actions={actions} />}
      {isWaiting && <WaitingRows />}
      {state.bestOf !== null && state.load.kind === 'ready' && (
        <Notice role="note">
          <p>
            More than {state.bestOf} rows match “{state.query.search.trim()}”. Only the{' '}
            {state.bestOf} closest and newest are searched. Type more to narrow it down.
          </p>
        </Notice>
      )}
      {isKnown && state.load.kind === 'ready' && state.rows.length === 0 && (
        <EmptyTable state={state} actions={actions} empty={empty} />
      )}
      {isKnown && state.rows.length > 0 && (
        <TableGrid
          label={label}
          state={state}
          actions={actions}
          columns={shown}
          hasBulk={bulk.length > 0}
          rowHeight={props.rowHeight ?? 40}
          {...(onOpen ? { onOpen } : {})}
        />
      )}
      <ConflictDialog state={state} actions={actions} words={words} />
    </div>
  );
}

function WaitingRows() {
  return (
    <output className={styles['waiting']}>
      <span className="visually-hidden">Loading rows</span>
      {Array.from({ length: waitingRows }, (_, index) => (
        <span key={index} className={styles['waitingRow']} />
      ))}
    </output>
  );
}

function EmptyTable({
  state,
  actions,
  empty,
}: Pick<Props<AnyValues>, 'state' | 'actions' | 'empty'>) {
  const { query } = state;
  const isNarrowed = query.search !== '' || query.filters.length > 0;
  const isBeyond = query.anchor.kind !== 'start';
  if (!isNarrowed && !isBeyond) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  const showAll = () =>
    void actions.ask({ ...query, search: '', filters: [], anchor: { kind: 'start' } });
  const all = (
    <Button size="small" onClick={showAll}>
      Show all rows
    </Button>
  );
  // The table as it opens says what it waits for, though it filters.
  const usual = actions.shape.defaultFilters ?? [];
  const isUsual = query.filters.map(formatFilter).join() === usual.map(formatFilter).join();
  if (isUsual && query.search === '' && !isBeyond)
    return (
      <EmptyState title={empty.title} actions={all}>
        {empty.text}
      </EmptyState>
    );
  return (
    <EmptyState title="No rows match" actions={all}>
      Change or clear the search and filters above.
    </EmptyState>
  );
}
