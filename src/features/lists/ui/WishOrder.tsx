import type { ListWay } from '#shared/list-kind.ts';
import { listWords } from '../model/list-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import type { ListChoice } from '../store/lists.ts';
import styles from './wishes.module.css';

type OrderProps = {
  readonly list: ListWay;
  readonly choices: readonly ListChoice[];
  readonly wishes: readonly string[];
  readonly pictureOf: (variantId: string) => string | null | undefined;
  readonly onChange: (wishes: readonly string[]) => void;
};

/** Wishes in order, each movable by keys alone. */
export function WishOrder({ list, choices, wishes, pictureOf, onChange }: OrderProps) {
  const wished = wishes.flatMap((id) => choices.find((one) => one.id === id) ?? []);
  const others = choices.filter(({ id }) => !wishes.includes(id));
  const hasPictures = choices.some((choice) => pictureOf(choice.variant_id) !== null);
  const raise = (index: number) => {
    const above = wishes[index - 1];
    const moved = wishes[index];
    if (above !== undefined && moved !== undefined) {
      onChange(wishes.with(index - 1, moved).with(index, above));
    }
  };
  return (
    <fieldset className={styles['wishes']}>
      <legend>{listWords(list).ask}</legend>
      <ol>
        {wished.map((choice, index) => (
          <li key={choice.id}>
            {hasPictures && <ChoicePicture src={pictureOf(choice.variant_id)} />}
            <span className={styles['words']}>
              <ChoiceName list={list} choice={choice} />
              <span className={styles['moves']}>
                {index > 0 && !list.isVote && (
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
                  flush={index === 0 || list.isVote}
                  look="quiet"
                  aria-label={`Remove ${choice.title}`}
                  onClick={() => onChange(wishes.filter((id) => id !== choice.id))}
                >
                  Remove
                </Button>
              </span>
            </span>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <ul>
          {others.map((choice) => (
            <li key={choice.id}>
              {hasPictures && <ChoicePicture src={pictureOf(choice.variant_id)} />}
              <span className={styles['words']}>
                <ChoiceName list={list} choice={choice} />
                <Button
                  size="small"
                  aria-label={`Add ${choice.title}`}
                  onClick={() => onChange([...wishes, choice.id])}
                >
                  Add
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

/** Its place is kept while it is read. */
export function ChoicePicture({ src }: { readonly src: string | null | undefined }) {
  return (
    <span className={styles['picture']} data-none={src === null || undefined}>
      {typeof src === 'string' && <img src={src} alt="" width="72" height="54" />}
    </span>
  );
}

type NameProps = { readonly list: ListWay; readonly choice: ListChoice };

export function ChoiceName({ list, choice }: NameProps) {
  return (
    <span className={styles['name']} data-prices>
      {choice.title}{' '}
      <span className={styles['soft']}>
        <MoneyText minor={choice.price_minor} currency={choice.currency} />
        {choice.editions !== null && listWords(list).editions(choice.editions)}
      </span>
    </span>
  );
}
