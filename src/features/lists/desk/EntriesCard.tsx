import { useState } from 'react';
import { csvLine } from '#shared/csv.ts';
import type { Entry, ListDeskFacts } from '../model/list-desk.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { useMore } from '#ui/react/use-more.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { Table } from '#ui/react/Table.tsx';
import { exportWithNames } from '../store/desk-lists.ts';
import styles from '#ui/styles/desk.module.css';
import { EntryRow } from './EntryRow.tsx';

/** What two entries have in common, as the database calls it. */
const duplicateWords: Readonly<Record<string, string>> = {
  address: 'an address',
  mailbox: 'a mailbox',
  payment_mail: 'a payment e-mail address',
};

const step = 100;

const heads = ['entry', 'place', 'entered_at', 'max_wins', 'strikes', 'comment'];
const cells = (entry: Entry): readonly string[] => [
  entry.entry_id,
  `${entry.place}`,
  entry.entered_at,
  `${entry.max_wins}`,
  `${entry.strikes}`,
  entry.comment,
];

const isSought = ({ entry_id: id, comment }: Entry, text: string): boolean => {
  const wanted = text.trim().toLowerCase();
  return id.startsWith(wanted) || comment.toLowerCase().includes(wanted);
};

/** Without names, here and in the file: an entry is known by its id alone. */
type Props = { readonly facts: ListDeskFacts; readonly listId: string };

export function EntriesCard({ facts, listId }: Props) {
  const { entries, duplicates } = facts;
  const [note, setNote, keepNote] = useTyped();
  const [sought, setSought] = useState('');
  const found = entries.filter((entry) => isSought(entry, sought));
  const { shown, more } = useMore(found, step, 'entries');
  const isCommented = entries.some(({ comment }) => comment !== '');
  const isAnyOff = entries.some((entry) => entry.ban_note !== '');
  const save = () =>
    saveFile('entries.csv', [
      '\uFEFF',
      csvLine(heads),
      ...entries.map((entry) => csvLine(cells(entry))),
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
            label="Export with names (this is logged)"
            onExport={() => exportWithNames(listId)}
          />
        </div>
      </header>
      {entries.length === 0 && <p className={styles['small']}>Nobody has entered yet.</p>}
      {duplicates.map(({ because, entries: shared }) => (
        <p key={`${because} ${shared.join()}`} className={styles['small']}>
          {shared.length} entries share {duplicateWords[because] ?? because}:{' '}
          {shared.map((id) => id.slice(0, 8)).join(', ')}
        </p>
      ))}
      {entries.length > 0 && (
        <div className={styles['fields']}>
          <Field
            label="Find an entry"
            type="search"
            hint="Search by the first characters of the entry ID or by a word in its comment."
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
          <div className={styles['wide']}>
            <Field
              label="Reason for the ban, or for lifting it"
              hint="Required. Only staff can see it."
              maxLength={300}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
        </div>
      )}
      {found.length > 0 && (
        <Table label="Entries one by one">
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Entered</th>
              <th scope="col">Place</th>
              <th scope="col">Strikes</th>
              {isAnyOff && <th scope="col">Banned</th>}
              {isCommented && <th scope="col">Comment</th>}
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <EntryRow
                key={entry.entry_id}
                entry={entry}
                note={note}
                onUsed={keepNote}
                hasNotes={isAnyOff}
                hasComments={isCommented}
              />
            ))}
          </tbody>
        </Table>
      )}
      {entries.length > 0 && found.length === 0 && (
        <p className={styles['small']}>No entries match.</p>
      )}
      {more}
    </section>
  );
}
