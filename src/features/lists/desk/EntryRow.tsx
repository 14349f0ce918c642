import { momentWords } from '#shared/date-words.ts';
import { numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { Button } from '#ui/react/Button.tsx';
import { keepOff, letBackOn } from '../store/desk-list-steps.ts';
import styles from '#ui/styles/desk.module.css';
import own from './list.module.css';

type Props = {
  readonly row: DeskRow;
  readonly note: string;
  /** Once the note went on record. */
  readonly onUsed: () => void;
  readonly hasNotes: boolean;
  readonly hasComments: boolean;
};

/** One entry, known by its id alone. */
export function EntryRow({ row, note, onUsed, hasNotes, hasComments }: Props) {
  return (
    <tr>
      <th scope="row" className={`${styles['hash']} ${styles['whole']} ${styles['stays']}`}>
        {row.id.slice(0, 8)}
      </th>
      <td className={styles['whole']}>{momentWords(textOf(row, 'entered_at'))}</td>
      <td>{numberOf(row, 'place')}</td>
      <td>{numberOf(row, 'strikes')}</td>
      {hasNotes && <td className={wordsOf(row, 'ban_note')}>{textOf(row, 'ban_note')}</td>}
      {hasComments && <td className={wordsOf(row, 'comment')}>{textOf(row, 'comment')}</td>}
      <td className={styles['whole']}>
        <BanButton row={row} note={note} onUsed={onUsed} />
      </td>
    </tr>
  );
}

const wordsOf = (row: DeskRow, column: string) =>
  textOf(row, column) === '' ? undefined : own['words'];

function BanButton({ row, note, onUsed }: Pick<Props, 'row' | 'note' | 'onUsed'>) {
  const isBanned = textOf(row, 'ban_note') !== '';
  const entry = row.id.slice(0, 8);
  return (
    <Button
      size="small"
      disabled={note.trim().length < 2}
      aria-label={isBanned ? `Unban ${entry} from lists` : `Ban ${entry} from lists`}
      onClick={() => void (isBanned ? letBackOn(row, note) : keepOff(row, note)).then(onUsed)}
    >
      {isBanned ? 'Unban' : 'Ban'}
    </Button>
  );
}
