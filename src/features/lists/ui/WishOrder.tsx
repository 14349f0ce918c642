import { listWords } from '../model/list-words.ts';
import type { ListKind } from '../model/list-status.ts';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import type { ListChoice } from '../store/lists.ts';
import styles from './lists.module.css';

type OrderProps = {
  readonly kind: ListKind;
  readonly choices: readonly ListChoice[];
  readonly wishes: readonly string[];
  readonly onChange: (wishes: readonly string[]) => void;
};

/** Wishes in order, each movable by keys alone. */
export function WishOrder({ kind, choices, wishes, onChange }: OrderProps) {
  const wished = wishes.flatMap((id) => choices.find((one) => one.id === id) ?? []);
  const others = choices.filter(({ id }) => !wishes.includes(id));
  const raise = (index: number) => {
    const above = wishes[index - 1];
    const moved = wishes[index];
    if (above !== undefined && moved !== undefined) {
      onChange(wishes.with(index - 1, moved).with(index, above));
    }
  };
  return (
    <fieldset className={styles['wishes']}>
      <legend>{listWords[kind].ask}</legend>
      <ol>
        {wished.map((choice, index) => (
          <li key={choice.id}>
            <ChoiceName kind={kind} choice={choice} />
            {index > 0 && kind !== 'interest_check' && (
              <Button
                size="small"
                aria-label={`Move ${choice.title} up`}
                onClick={() => raise(index)}
              >
                Up
              </Button>
            )}
            <Button
              size="small"
              look="quiet"
              aria-label={`Remove ${choice.title}`}
              onClick={() => onChange(wishes.filter((id) => id !== choice.id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <ul>
          {others.map((choice) => (
            <li key={choice.id}>
              <ChoiceName kind={kind} choice={choice} />
              <Button
                size="small"
                aria-label={`Add ${choice.title}`}
                onClick={() => onChange([...wishes, choice.id])}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

function ChoiceName({ kind, choice }: { readonly kind: ListKind; readonly choice: ListChoice }) {
  return (
    <span className={styles['name']} data-prices>
      {choice.title}{' '}
      <span className={styles['soft']}>
        <MoneyText minor={choice.priceMinor} currency={choice.currency} />
        {choice.editions !== null && listWords[kind].editions(choice.editions)}
      </span>
    </span>
  );
}
