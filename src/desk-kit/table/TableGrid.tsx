import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, useState } from 'react';
import type { DeskRow } from '../model/desk-row.ts';
import type { CellPlace } from '../model/table-selection.ts';
import type { TableState } from '../model/table-state.ts';
import { Button } from '#ui/react/Button.tsx';
import styles from '../ui/data-table.module.css';
import type { TableActions, TableColumn } from './table-model.ts';
import { keyHelp } from './key-help.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { useGridKeys } from './use-grid-keys.ts';

export type GridProps = {
  readonly label: string;
  readonly state: TableState;
  readonly actions: TableActions;
  readonly columns: readonly TableColumn[];
  readonly hasBulk: boolean;
  readonly rowHeight: number;
  onOpen?(row: DeskRow): void;
};

const rowsAhead = 30;

export function gridTemplate(
  columns: readonly TableColumn[],
  widths: Readonly<Record<string, number>>,
  hasBulk: boolean,
): string {
  const sized = columns.map(({ name, width }, index) => {
    const pixels = widths[name] ?? width;
    // The last one takes what is left, so that lines reach the edge of a wide window.
    return index === columns.length - 1 ? `minmax(${pixels}px, 1fr)` : `${pixels}px`;
  });
  return [...(hasBulk ? ['44px'] : []), ...sized].join(' ');
}

export function TableGrid(props: GridProps) {
  const { label, state, actions, columns, hasBulk, rowHeight } = props;
  const { rows, hasMore, hasEarlier, isLoadingMore } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [place, setPlace] = useState<CellPlace>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<CellPlace | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: rowHeight,
    onChange: ({ range }) => {
      if (range && range.endIndex > rows.length - rowsAhead && hasMore) void actions.loadMore();
    },
  });
  const template = gridTemplate(columns, state.preferences.layout.widths, hasBulk);
  const keys = useGridKeys({ ...props, place, setPlace, editing, setEditing, scroller, virtual });
  return (
    <>
      {hasEarlier && (
        <p className={styles['edge']}>
          <Button size="small" look="quiet" onClick={() => void actions.loadEarlier()}>
            Show earlier rows
          </Button>
        </p>
      )}
      <div
        ref={scroller}
        className={styles['grid']}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-describedby={helpId}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable={hasBulk || undefined}
        aria-busy={state.load.kind === 'loading' || isLoadingMore}
        onKeyDown={keys}
      >
        <TableHead {...props} template={template} place={place} onPlace={setPlace} />
        <div
          className={styles['rows']}
          role="rowgroup"
          style={{ blockSize: `${virtual.getTotalSize()}px` }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <TableRow
                key={row.id}
                {...props}
                row={row}
                index={index}
                start={start}
                template={template}
                place={place}
                editing={editing}
                onPlace={setPlace}
                onEdit={setEditing}
              />
            );
          })}
        </div>
      </div>
      <GridFoot state={state} actions={actions} />
      <p id={helpId} className={styles['help']}>
        {keyHelp(props)}
      </p>
    </>
  );
}

function GridFoot({ state, actions }: Pick<GridProps, 'state' | 'actions'>) {
  const { rows, hasMore, hasEarlier, query, isLoadingMore } = state;
  const jump = (kind: 'start' | 'end') => void actions.ask({ ...query, anchor: { kind } });
  return (
    <div className={styles['foot']}>
      <output>
        {rows.length.toLocaleString('en-GB')} {rows.length === 1 ? 'row' : 'rows'}
        {hasMore || hasEarlier ? ' shown, more below' : ''}
        {isLoadingMore ? ', loading more…' : ''}
      </output>
      <span className={styles['jumps']}>
        {hasEarlier && (
          <Button size="small" look="quiet" onClick={() => jump('start')}>
            First rows
          </Button>
        )}
        {hasMore && (
          <Button size="small" look="quiet" onClick={() => jump('end')}>
            Last rows
          </Button>
        )}
      </span>
    </div>
  );
}
