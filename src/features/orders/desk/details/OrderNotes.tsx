import { useStore } from '@nanostores/react';
import { momentWords } from '#shared/date-words.ts';
import { NoteForm } from '#desk-kit/ui/NoteForm.tsx';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { noteOpenOrder } from '../../store/desk-order-actions.ts';
import { $session } from '#features/account/store/session.ts';
import styles from '#ui/styles/desk.module.css';

/** What colleagues tell each other about an order; its customer reads none of it. */
export function OrderNotes({ notes }: { readonly notes: readonly DeskRow[] }) {
  const session = useStore($session);
  const own = session.status === 'signed-in' ? session.userId : null;
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
      <NoteForm onAdd={noteOpenOrder} />
    </section>
  );
}
