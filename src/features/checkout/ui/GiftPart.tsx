import { useStore } from '@nanostores/react';
import { Choice } from '#ui/react/Choice.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { $draft, writeDraft } from '../store/checkout-draft.ts';
import styles from './checkout.module.css';

const mostLetters = 300;

/** Folded until somebody gives it away: a few words for whoever opens the parcel. */
export function GiftPart({ error }: { readonly error: string | undefined }) {
  const { isGift, giftNote } = useStore($draft);
  return (
    <div className={styles['company']}>
      <Choice
        type="checkbox"
        label="This is a gift"
        hint="The packing slip has no prices. Your invoice comes by e-mail."
        checked={isGift}
        onChange={(event) => writeDraft({ isGift: event.target.checked })}
      />
      {isGift && (
        <TextArea
          label="Your note"
          optional
          rows={4}
          maxLength={mostLetters}
          hint={`We print it on the packing slip. ${mostLetters - giftNote.length} characters left.`}
          error={error}
          value={giftNote}
          onChange={(event) => writeDraft({ giftNote: event.target.value })}
        />
      )}
    </div>
  );
}
