import { plainText } from '#domain/desk-row.ts';
import type { RowConflict as Conflict } from '#domain/table-edit.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import styles from '#styles/desk/desk.module.css';

type Props = {
  readonly conflict: Conflict;
  readonly onSettle: (keepMine: boolean) => Promise<void>;
};

/** The second writer sees both values, in the form, before anything is written over. */
export function RowConflict({ conflict, onSettle }: Props) {
  return (
    <Notice tone="caution" role="alert" title="Someone else saved this in the meantime">
      <ul className={styles['plain']}>
        {Object.entries(conflict.patch).map(([column, mine]) => (
          <li key={column}>
            <b>{column}</b>: theirs “{plainText(conflict.current.values[column])}”, yours “
            {plainText(mine)}”
          </li>
        ))}
      </ul>
      <div className={styles['line']}>
        <Button size="small" onClick={() => void onSettle(false)}>
          Take theirs
        </Button>
        <Button size="small" look="primary" onClick={() => void onSettle(true)}>
          Save mine over it
        </Button>
      </div>
    </Notice>
  );
}
