import { NoteForm } from '#desk-kit/ui/NoteForm.tsx';
import { momentWords } from '#shared/date-words.ts';
import styles from '#ui/styles/desk.module.css';
import { actorWord } from '#desk-kit/model/actor-words.ts';
import type { Customer } from '../model/customer.ts';
import { noteCustomer } from '../store/desk-customers.ts';
import { OrderLink } from './CustomerOrders.tsx';

/** What colleagues tell each other about a person and at their orders; the customer reads none of it. */
export function CustomerNotes({ customer: { notes } }: { readonly customer: Customer }) {
  return (
    <section className={styles['card']} aria-label="Notes">
      <h3>Notes</h3>
      {notes.length > 0 && (
        <ul className={styles['plain']} aria-label="Notes">
          {notes.map((note) => (
            <li key={note.id}>
              {note.text}
              <span className={styles['byline']}>
                {actorWord(note)}, {momentWords(note.at)}
                {note.number !== null && (
                  <>
                    , at <OrderLink number={note.number} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <NoteForm onAdd={noteCustomer} />
    </section>
  );
}
