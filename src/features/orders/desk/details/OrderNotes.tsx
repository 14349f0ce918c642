import { useStore } from '@nanostores/react';
import { momentWords } from '#shared/date-words.ts';
import { NoteForm } from '#desk-kit/ui/NoteForm.tsx';
import { noteOpenOrder } from '../../store/desk-order-actions.ts';
import type { OrderNote } from '../../store/desk-orders.ts';
import { $session } from '#features/account/store/session.ts';
import styles from '#ui/styles/desk.module.css';

/** What colleagues tell each other about an order; its customer reads none of it. */
export function OrderNotes({ notes }: { readonly notes: readonly OrderNote[] }) {
  const session = useStore($session);
  const own = session.status === 'signed-in' ? session.userId : '';
  return (
    <section className={styles['card']} aria-label="Notes">
      <h3>Notes</h3>
      {notes.length > 0 && (
        <ul className={styles['plain']} aria-label="Notes">
          {notes.map(({ id, values: note }) => (
            <li key={id}>
              {note.text}
              <span className={styles['byline']}>
                {note.author_id === own ? 'you' : 'a colleague'}, {momentWords(note.created_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <NoteForm onAdd={noteOpenOrder} />
    </section>
  );
}
