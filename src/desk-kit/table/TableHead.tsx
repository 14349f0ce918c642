import type { KeyboardEvent, PointerEvent } from 'react';
import { withWidth } from '../model/table-layout.ts';
import { withSort } from '../model/table-query.ts';
import { toggleAll, type CellPlace } from '../model/table-selection.ts';
import styles from '../ui/data-table.module.css';
import type { TableColumn } from './table-model.ts';
import type { GridProps } from './TableGrid.tsx';

type Props = GridProps & {
  readonly template: string;
  readonly place: CellPlace;
  readonly onPlace: (place: CellPlace) => void;
};

const sortNames = { asc: 'ascending', desc: 'descending' } as const;

export function TableHead(props: Props) {
  const { state, actions, columns, hasBulk, template } = props;
  const ids = state.rows.map(({ id }) => id);
  const isWhole = ids.length > 0 && ids.every((id) => state.selection.chosen.has(id));
  return (
    <div className={styles['head']} role="rowgroup">
      <div className={styles['headRow']} role="row" style={{ gridTemplateColumns: template }}>
        {hasBulk && (
          <div className={styles['check']} role="columnheader" aria-label="Selected">
            <input
              type="checkbox"
              aria-label="Select all rows shown"
              checked={isWhole}
              onChange={() => actions.select(toggleAll(state.selection, ids))}
            />
          </div>
        )}
        {columns.map((column, index) => (
          <HeadCell key={column.name} {...props} column={column} index={index} />
        ))}
      </div>
    </div>
  );
}

function HeadCell(props: Props & { readonly column: TableColumn; readonly index: number }) {
  const { state, actions, column, index, place, onPlace } = props;
  const { sort } = state.query;
  const isSorted = sort.column === column.name;
  const isSortable = actions.shape.sortable.includes(column.name);
  const shared = {
    'data-cell': `-1:${index}`,
    tabIndex: place.row === -1 && place.column === index ? 0 : -1,
    onFocus: () => onPlace({ row: -1, column: index }),
  };
  return (
    <div
      className={`${styles['headCell']} ${column.align === 'end' ? styles['end'] : ''}`}
      role="columnheader"
      aria-sort={isSorted ? sortNames[sort.direction] : undefined}
    >
      {isSortable ? (
        <button
          {...shared}
          type="button"
          className={styles['sort']}
          onClick={() => void actions.ask(withSort(state.query, column.name))}
        >
          {column.title}
          <span aria-hidden="true">{isSorted ? arrows[sort.direction] : ''}</span>
        </button>
      ) : (
        <span {...shared}>{column.title}</span>
      )}
      <WidthHandle {...props} />
    </div>
  );
}

const arrows = { asc: '↑', desc: '↓' } as const;
const keyStep = 16;

function WidthHandle({ state, actions, column }: Props & { readonly column: TableColumn }) {
  const { preferences } = state;
  const width = preferences.layout.widths[column.name] ?? column.width;
  const widen = (to: number) =>
    actions.prefer({ ...preferences, layout: withWidth(preferences.layout, column.name, to) });

  function drag(event: PointerEvent<HTMLDivElement>) {
    const from = event.clientX;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const follow = (moved: globalThis.PointerEvent) => widen(width + moved.clientX - from);
    handle.addEventListener('pointermove', follow);
    handle.addEventListener(
      'lostpointercapture',
      () => handle.removeEventListener('pointermove', follow),
      { once: true },
    );
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.stopPropagation();
    widen(width + (event.key === 'ArrowRight' ? keyStep : -keyStep));
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a widget
    <div
      className={styles['handle']}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of the “${column.title}” column`}
      aria-valuenow={width}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={-1}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
