import { momentWords } from '#shared/date-words.ts';
import type { Entry } from '../model/list-desk.ts';
import { Button } from '#ui/react/Button.tsx';
import { keepOff, letBackOn } from '../store/desk-list-steps.ts';
import styles from '#ui/styles/desk.module.css';
import own from './list.module.css';

type Props = {
  readonly entry: Entry;
  readonly note: string;
  /** Once the note went on record. */
  readonly onUsed: () => void;
  readonly hasNotes: boolean;
  readonly hasComments: boolean;
};

/** One entry, known by its id alone. */
export function EntryRow({ entry, note, onUsed, hasNotes, hasComments }: Props) {
  return (
    <tr>
      <th scope="row" className={`${styles['hash']} ${styles['whole']} ${styles['stays']}`}>
        {entry.entry_id.slice(0, 8)}
      </th>
      <td className={styles['whole']}>{momentWords(entry.entered_at)}</td>
      <td>{entry.place}</td>
      <td>{entry.strikes}</td>
      {hasNotes && <Words>{entry.ban_note}</Words>}
      {hasComments && <Words>{entry.comment}</Words>}
      <td className={styles['whole']}>
        <BanButton entry={entry} note={note} onUsed={onUsed} />
      </td>
    </tr>
  );
}

function Words({ children }: { readonly children: string }) {
  return <td className={children === '' ? undefined : own['words']}>{children}</td>;
}

function BanButton({ entry, note, onUsed }: Pick<Props, 'entry' | 'note' | 'onUsed'>) {
  const isBanned = entry.ban_note !== '';
  const id = entry.entry_id.slice(0, 8);
  return (
    <Button
      size="small"
      disabled={note.trim().length < 2}
      aria-label={isBanned ? `Unban ${id} from lists` : `Ban ${id} from lists`}
      onClick={() => void (isBanned ? letBackOn(entry, note) : keepOff(entry, note)).then(onUsed)}
    >
      {isBanned ? 'Unban' : 'Ban'}
    </Button>
  );
}
