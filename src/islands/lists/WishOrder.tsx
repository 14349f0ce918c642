import { Button } from '#islands/ui/Button.tsx';
import { MoneyText } from '#islands/ui/MoneyText.tsx';
import type { ListChoice } from '#stores/lists.ts';
import styles from './lists.module.css';

type OrderProps = {
  readonly choices: readonly ListChoice[];
  readonly wishes: readonly string[];
  readonly onChange: (wishes: readonly string[]) => void;
};

/** Wishes in order, each movable by keys alone. */
export function WishOrder({ choices, wishes, onChange }: OrderProps) {
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
      <legend>What you would like, best first</legend>
      <ol>
        {wished.map((choice, index) => (
          <li key={choice.id}>
            <ChoiceName choice={choice} />
            {index > 0 && (
              <Button
                size="small"
                aria-label={`${choice.title}: wish for it earlier`}
                onClick={() => raise(index)}
              >
                Up
              </Button>
            )}
            <Button
              size="small"
              look="quiet"
              aria-label={`${choice.title}: take off`}
              onClick={() => onChange(wishes.filter((id) => id !== choice.id))}
            >
              Take off
            </Button>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <ul>
          {others.map((choice) => (
            <li key={choice.id}>
              <ChoiceName choice={choice} />
              <Button
                size="small"
                aria-label={`Wish for ${choice.title}`}
                onClick={() => onChange([...wishes, choice.id])}
              >
                Wish for it
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

function ChoiceName({ choice }: { readonly choice: ListChoice }) {
  return (
    <span className={styles['name']}>
      {choice.title}{' '}
      <span className={styles['soft']}>
        <MoneyText minor={choice.priceMinor} currency={choice.currency} />
        {choice.editions !== null && `, ${choice.editions} to win`}
      </span>
    </span>
  );
}
