import type { QuoteShippingMethod } from '../model/quote.ts';
import { Choice } from '#ui/react/Choice.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import styles from '#ui/styles/method-choice.module.css';

type Props = {
  readonly methods: readonly QuoteShippingMethod[];
  readonly chosenId: string | null;
  readonly currency: string;
  /** What was chosen without anyone's hand. */
  readonly note?: string;
  readonly error?: string | undefined;
  readonly onChoose: (id: string) => void;
};

function daysOf({ carrier, days_min: daysMin, days_max: daysMax }: QuoteShippingMethod): string {
  return `${carrier}, ${daysMin} to ${daysMax} working days`;
}

/** Every way of shipping with its price; one that can't take the cart stays in sight and says why. */
export function MethodChoice({ methods, chosenId, currency, note, error, onChoose }: Props) {
  return (
    <fieldset className={styles['methods']} data-field="method" data-prices>
      <legend className="visually-hidden">Shipping method</legend>
      {methods.map((method) => (
        <Choice
          key={method.id}
          type="radio"
          name="method"
          checked={method.id === chosenId}
          disabled={method.price_minor === null}
          onChange={() => onChoose(method.id)}
          label={
            <span className={styles['method']}>
              <span>{method.name}</span>
              {method.price_minor !== null && (
                <MoneyText minor={method.price_minor} currency={currency} />
              )}
            </span>
          }
          hint={method.reason ?? daysOf(method)}
        />
      ))}
      {note !== undefined && <output className={styles['note']}>{note}</output>}
      {error !== undefined && <p className={styles['error']}>{error}</p>}
    </fieldset>
  );
}
