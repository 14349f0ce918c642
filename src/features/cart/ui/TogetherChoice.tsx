import { useStore } from '@nanostores/react';
import { Choice } from '#ui/react/Choice.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import styles from '#ui/styles/method-choice.module.css';
import { timesMinor } from '#shared/money.ts';
import { parcelWords } from '../model/parcel-words.ts';
import type { Quote, TogetherOffer } from '../model/quote.ts';
import { $choices } from '../store/cart-choices.ts';
import { $togetherNote, chooseTogether } from '../store/together.ts';

type Props = { readonly quote: Quote };

/** How a cart that is split is sent; nothing for any other. */
export function TogetherChoice({ quote }: Props) {
  const isChosen = useStore($choices).together !== null;
  const note = useStore($togetherNote);
  const { together: offer, currency } = quote;
  if (offer === null) return null;
  return (
    <fieldset className={styles['methods']} data-prices>
      <legend className={styles['question']}>How should your order ship?</legend>
      <Choice
        type="radio"
        name="together"
        checked={!isChosen}
        onChange={() => chooseTogether(null)}
        label="Send each part when it is ready"
        hint={`${offer.parcels} parcels, each with its own postage`}
      />
      <Choice
        type="radio"
        name="together"
        checked={isChosen}
        disabled={offer.reason !== null && !isChosen}
        onChange={() => chooseTogether(offer)}
        label={
          <span className={styles['method']}>
            <span>Send everything together</span>
            <Saved offer={offer} currency={currency} />
          </span>
        }
        hint={offer.reason ?? whenWords(offer)}
      />
      <output className={styles['note']}>{note}</output>
    </fieldset>
  );
}

function Saved({ offer, currency }: { offer: TogetherOffer; currency: string }) {
  const savesMinor = offer.saves_minor;
  if (savesMinor === null || savesMinor === 0) return null;
  const isDearer = savesMinor < 0;
  return (
    <span className={styles['saved']}>
      {isDearer ? 'costs ' : 'saves '}
      <MoneyText minor={isDearer ? timesMinor(savesMinor, -1) : savesMinor} currency={currency} />
      {isDearer && ' more'}
    </span>
  );
}

/** @example whenWords(offer) // 'One parcel. Ships in Q3 2027' */
function whenWords(offer: TogetherOffer): string {
  const when = `One parcel. ${parcelWords(offer)}`;
  if (offer.changes_tax)
    return `${when}. It is worth more than the limit up to which we collect your tax, so you pay import tax on delivery`;
  return offer.saves_minor === 0 ? `${when}. Costs the same` : when;
}
