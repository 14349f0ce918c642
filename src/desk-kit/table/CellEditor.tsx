import { useState, type KeyboardEvent } from 'react';
import { plainText, type DeskRow } from '../model/desk-row.ts';
import type { RowPatch } from '../model/table-edit.ts';
import styles from '../ui/data-table.module.css';
import field from '#ui/styles/field.module.css';
import type { CellEdit, TableColumn } from './table-model.ts';

type Props = {
  readonly row: DeskRow;
  readonly column: TableColumn;
  readonly edit: CellEdit;
  readonly onDone: () => void;
  readonly onSave: (patch: RowPatch) => Promise<boolean>;
};

/** One value in its place: Enter saves, Escape leaves it as it was. */
export function CellEditor({ row, column, edit, onDone, onSave }: Props) {
  const before = edit.kind === 'text' ? edit.text(row) : plainText(row.values[column.name]);
  const [text, setText] = useState(before);
  const [problem, setProblem] = useState<string | null>(null);

  function save(typed: string) {
    if (typed === before) {
      onDone();
      return;
    }
    const parsed = edit.kind === 'text' ? edit.parse(typed) : ({ ok: true, value: typed } as const);
    if (!parsed.ok) {
      setProblem(parsed.error);
      return;
    }
    onDone();
    void onSave({ [column.name]: parsed.value });
  }
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onDone();
    if (event.key === 'Enter') save(text);
  };
  const shared = { className: styles['editor'], 'aria-label': column.title, onKeyDown: keys };
  if (edit.kind === 'choice') {
    return (
      <select
        {...shared}
        className={`${field['input']} ${styles['editor']}`}
        ref={focusOnce}
        value={text}
        onBlur={() => save(text)}
        onChange={(event) => setText(event.target.value)}
      >
        {edit.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <>
      <input
        {...shared}
        ref={focusOnce}
        value={text}
        aria-invalid={problem !== null || undefined}
        onBlur={() => (problem === null ? save(text) : onDone())}
        onChange={(event) => {
          setProblem(null);
          setText(event.target.value);
        }}
      />
      {problem !== null && (
        <span role="alert" className={styles['problem']}>
          {problem}
        </span>
      )}
    </>
  );
}

function focusOnce(element: HTMLInputElement | HTMLSelectElement | null) {
  if (!element || element.dataset['focused'] === 'yes') return;
  element.dataset['focused'] = 'yes';
  element.focus();
  if (element instanceof HTMLInputElement) element.select();
}
