import { useState } from 'react';
import { csvLine } from '#domain/csv.ts';
import { momentWords } from '#domain/date-words.ts';
import { numberOf, textOf, type DeskRow } from '#domain/desk-row.ts';
import { entryWords } from '#domain/list-changes.ts';
import type { ListDeskFacts } from '#domain/list-desk.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { ExportButton, saveFile } from '#islands/ui/table/ExportButton.tsx';
import { Table } from '#islands/ui/Table.tsx';
import { keepOff, letBackOn } from '#stores/desk-list-steps.ts';
import { exportWithNames } from '#stores/desk-lists.ts';
import styles from '#styles/desk/desk.module.css';

const shown = 100;
const heads = ['entry', 'place', 'entered_at', 'max_wins', 'strikes', 'comment'];

function cells(row: DeskRow): readonly string[] {
  return [
    row.id,
    String(numberOf(row, 'place') ?? ''),
    textOf(row, 'entered_at'),
    String(numberOf(row, 'max_wins') ?? ''),
    String(numberOf(row, 'strikes') ?? ''),
    textOf(row, 'comment'),
  ];
}

/** Without names, here and in the file: an entry is known by its id alone. */
type Props = { readonly facts: ListDeskFacts; readonly listId: string };

export function EntriesCard({ facts, listId }: Props) {
  const { entries, duplicates } = facts;
  const [note, setNote] = useState('');
  const isCommented = entries.some((row) => textOf(row, 'comment') !== '');
  const save = () =>
    saveFile('entries.csv', [
      '\uFEFF',
      csvLine(heads),
      ...entries.map((row) => csvLine(cells(row))),
    ]);
  return (
    <section className={styles['card']} aria-label="Entries">
      <header>
        <h3>Entries</h3>
        <div className={styles['line']}>
          <Button size="small" onClick={save} disabled={entries.length === 0}>
            Export without names
          </Button>
          <ExportButton
            fileName="entries-with-names.csv"
            label="Export with names (on record)"
            onExport={() => exportWithNames(listId)}
          />
        </div>
      </header>
      {entries.length === 0 && <p className={styles['small']}>Nobody has entered yet.</p>}
      {duplicates.map(({ because, entries: shared }) => (
        <p key={`${because} ${shared.join()}`} className={styles['small']}>
          {shared.length} entries share {because.replaceAll('_', ' ')}:{' '}
          {shared.map((id) => id.slice(0, 8)).join(', ')}
        </p>
      ))}
      {entries.length > 0 && (
        <Field
          label="Note, for keeping someone off lists or letting them back"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      {entries.length > 0 && (
        <Table label="Entries">
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Entered</th>
              <th scope="col">Place</th>
              <th scope="col">Strikes</th>
              {isCommented && <th scope="col">Comment</th>}
              <th scope="col">Do</th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, shown).map((row) => (
              <tr key={row.id}>
                <td className={`${styles['hash']} ${styles['whole']}`}>{row.id.slice(0, 8)}</td>
                <td className={styles['whole']}>{momentWords(textOf(row, 'entered_at'))}</td>
                <td>{numberOf(row, 'place')}</td>
                <td>
                  {numberOf(row, 'strikes')}
                  {textOf(row, 'ban_note') !== '' && `, ${entryWords(row)}`}
                </td>
                {isCommented && <td>{textOf(row, 'comment')}</td>}
                <td>
                  <BanButton row={row} note={note} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {entries.length > shown && (
        <p className={styles['small']}>
          The first {shown} of {entries.length}; the file has all.
        </p>
      )}
    </section>
  );
}

function BanButton({ row, note }: { readonly row: DeskRow; readonly note: string }) {
  const isBanned = textOf(row, 'ban_note') !== '';
  const entry = row.id.slice(0, 8);
  return (
    <Button
      size="small"
      disabled={note.trim().length < 2}
      aria-label={isBanned ? `Let ${entry} back on lists` : `Keep ${entry} off lists`}
      onClick={() => void (isBanned ? letBackOn(row, note) : keepOff(row, note))}
    >
      {isBanned ? 'Let back' : 'Keep off'}
    </Button>
  );
}
