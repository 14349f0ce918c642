import type { MouseEvent } from 'react';
import type { DeskRow } from '../model/desk-row.ts';
import { chooseRange, toggleRow, type CellPlace } from '../model/table-selection.ts';
import styles from '../ui/data-table.module.css';
import { CellEditor } from './CellEditor.tsx';
import type { TableColumn } from './table-model.ts';
import type { GridProps } from './TableGrid.tsx';

type Props = GridProps & {
  readonly row: DeskRow;
  readonly index: number;
  readonly start: number;
  readonly template: string;
  readonly place: CellPlace;
  readonly editing: CellPlace | null;
  readonly onPlace: (place: CellPlace) => void;
  readonly onEdit: (place: CellPlace | null) => void;
};

export function TableRow(props: Props) {
  const { state, actions, columns, hasBulk, rowHeight, row, index, start, template } = props;
  const { selection, rows, savingId } = state;
  const isChosen = selection.chosen.has(row.id);
  const choose = (event: MouseEvent) => {
    const ids = rows.map(({ id }) => id);
    actions.select(
      event.shiftKey ? chooseRange(selection, ids, row.id) : toggleRow(selection, row.id),
    );
  };
  return (
    <div
      className={styles['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={hasBulk ? isChosen : undefined}
      aria-busy={savingId === row.id || undefined}
      style={{
        gridTemplateColumns: template,
        blockSize: `${rowHeight}px`,
        transform: `translateY(${start}px)`,
      }}
    >
      {hasBulk && (
        <div className={styles['check']} role="gridcell">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${columns[0]?.text(row) ?? 'row'}`}
            checked={isChosen}
            onChange={() => {}}
            onClick={choose}
          />
        </div>
      )}
      {columns.map((column, at) => (
        <Cell key={column.name} {...props} column={column} at={at} />
      ))}
    </div>
  );
}

function Cell(props: Props & { readonly column: TableColumn; readonly at: number }) {
  const { row, index, at, column, place, editing, onPlace, onEdit, onOpen, actions } = props;
  const here = { row: index, column: at };
  const isHere = place.row === index && place.column === at;
  const isEdited = editing?.row === index && editing.column === at;
  const classes = [styles['cell'], column.align === 'end' && styles['end']];
  if (column.edit) classes.push(styles['editable']);
  if (isEdited && column.edit) {
    return (
      <div className={classes.filter(Boolean).join(' ')} role="gridcell">
        <CellEditor
          row={row}
          column={column}
          edit={column.edit}
          onDone={() => onEdit(null)}
          onSave={(patch) => actions.saveCell(row, patch)}
        />
      </div>
    );
  }
  const isFirst = at === 0;
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      role={isFirst ? 'rowheader' : 'gridcell'}
      data-cell={`${index}:${at}`}
      tabIndex={isHere ? 0 : -1}
      onFocus={() => onPlace(here)}
      onDoubleClick={column.edit ? () => onEdit(here) : undefined}
    >
      {isFirst && onOpen ? (
        <button type="button" className={styles['open']} tabIndex={-1} onClick={() => onOpen(row)}>
          {column.render?.(row) ?? column.text(row)}
        </button>
      ) : (
        (column.render?.(row) ?? <span className={styles['words']}>{column.text(row)}</span>)
      )}
    </div>
  );
}
