import { useEffect, useState } from 'react';
import type { Entry, ListDeskFacts } from '../model/list-desk.ts';
import { Field } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { useMore } from '#ui/react/use-more.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { Table } from '#ui/react/Table.tsx';
import { entriesLike, exportWithNames, exportWithoutNames } from '../store/desk-lists.ts';
import styles from '#ui/styles/desk.module.css';
import { EntryRow } from './EntryRow.tsx';

/** What two entries have in common, as the database calls it. */
const duplicateWords: Readonly<Record<string, string>> = {
  address: 'an address',
  mailbox: 'a mailbox',
  payment_mail: 'a payment e-mail address',
};

const step = 100;

const isSought = ({ entry_id: id, comment }: Entry, text: string): boolean => {
  const wanted = text.trim().toLowerCase();
  return id.startsWith(wanted) || comment.toLowerCase().includes(wanted);
};

type Props = { readonly facts: ListDeskFacts; readonly listId: string };

/** Whoever types on is not asked for each letter. */
const settleMs = 300;

interface Found {
  readonly entries: readonly Entry[];
  readonly problem: string | null;
}

const isCut = ({ entries, entryCount }: ListDeskFacts) => entries.length < entryCount;

/** Among those that were read, where that is everybody, and otherwise by the database. */
function useFound({ facts, listId }: Props, sought: string): Found | null {
  const text = sought.trim();
  const isAsked = text !== '' && isCut(facts);
  const [told, setTold] = useState<(Found & { readonly to: string }) | null>(null);
  useEffect(() => {
    if (text === '' || !isCut(facts)) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      const read = await entriesLike(listId, text, signal);
      if (signal.aborted) return;
      const found = read.ok
        ? { entries: read.value, problem: null }
        : { entries: [], problem: read.error };
      setTold({ ...found, to: text });
    };
    const due = setTimeout(() => void ask(), settleMs);
    return () => {
      clearTimeout(due);
      controller.abort();
    };
    // A ban that was just given is in what is read anew.
  }, [facts, listId, text]);
  if (isAsked) return told?.to === text ? told : null;
  return { entries: facts.entries.filter((entry) => isSought(entry, sought)), problem: null };
}

/** Without names, here and in the file: an entry is known by its id alone. */
export function EntriesCard({ facts, listId }: Props) {
  const { entries, entryCount, duplicates } = facts;
  const [note, setNote, keepNote] = useTyped();
  const [sought, setSought] = useState('');
  const answer = useFound({ facts, listId }, sought);
  const found = answer?.entries ?? [];
  const { shown, more } = useMore(found, step, 'entries');
  const isCommented = found.some(({ comment }) => comment !== '');
  const isAnyOff = found.some((entry) => entry.ban_note !== '');
  return (
    <section className={styles['card']} aria-label="Entries">
      <header>
        <h3>Entries</h3>
        <div className={styles['line']}>
          <ExportButton
            fileName="entries.csv"
            label="Export without names"
            onExport={(signal) => exportWithoutNames(listId, signal)}
          />
          <ExportButton
            fileName="entries-with-names.csv"
            label="Export with names (this is logged)"
            onExport={() => exportWithNames(listId)}
          />
        </div>
      </header>
      {entries.length === 0 && <p className={styles['small']}>Nobody has entered yet.</p>}
      {isCut(facts) && (
        <p className={styles['small']}>
          The first {entries.length.toLocaleString('en-GB')} of {entryCount.toLocaleString('en-GB')}{' '}
          entries are listed. The search and both exports go through all of them.
        </p>
      )}
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
      {answer === null && <p className={styles['small']}>Searching all entries …</p>}
      {answer !== null && answer.problem !== null && <p role="alert">{answer.problem}</p>}
      {entries.length > 0 && answer?.problem === null && found.length === 0 && (
        <p className={styles['small']}>No entries match.</p>
      )}
      {more}
    </section>
  );
}
