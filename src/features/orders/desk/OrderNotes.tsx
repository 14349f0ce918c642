import { useStore } from '@nanostores/react';
import { momentWords } from '#shared/date-words.ts';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { Button } from '#ui/react/Button.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { noteOpenOrder } from '../store/desk-order-actions.ts';
import { $session } from '#features/account/store/session.ts';
import styles from '#ui/styles/desk.module.css';
import { useOrderStep } from './use-order-step.ts';

/** What colleagues tell each other about an order; its customer reads none of it. */
export function OrderNotes({ notes }: { readonly notes: readonly DeskRow[] }) {
  const { problem, isBusy, run } = useOrderStep();
  const session = useStore($session);
  const own = session.status === 'signed-in' ? session.userId : null;
  const [text, setText] = useTyped();
  async function add() {
    const refusal = await run(noteOpenOrder(text.trim()));
    if (refusal === null) setText('');
  }
  return (
    <section className={styles['card']} aria-label="Notes">
      <h3>Notes</h3>
      {notes.length > 0 && (
        <ul className={styles['plain']} aria-label="Notes">
          {notes.map((note) => (
            <li key={note.id}>
              {textOf(note, 'text')}
              <span className={styles['byline']}>
                {textOf(note, 'author_id') === own ? 'you' : 'a colleague'},{' '}
                {momentWords(textOf(note, 'created_at'))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <TextArea
        label="Note for colleagues"
        rows={3}
        error={problem ?? undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles['line']}>
        <Button size="small" disabled={isBusy || text.trim().length < 2} onClick={() => void add()}>
          Add note
        </Button>
      </div>
    </section>
  );
}
