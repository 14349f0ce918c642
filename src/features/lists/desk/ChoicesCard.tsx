import { useState } from 'react';
import { choiceWords, inStock, isShort } from '../model/list-stock.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { addChoice, dropChoice } from '../store/desk-list-steps.ts';
import type { OpenList } from '../store/desk-lists.ts';
import styles from '#ui/styles/desk.module.css';

type Props = { readonly open: Extract<OpenList, { readonly status: 'open' }> };

/** What one can wish for. It is fixed once the list is open, so it stands here for drafts alone. */
export function ChoicesCard({ open }: Props) {
  const { choices, isBusy, list, variants } = open;
  const left = variants.filter(({ id }) =>
    choices.every((choice) => choice.values.variant_id !== id),
  );
  return (
    <section className={styles['card']} aria-label="Choices">
      <h3>Choices</h3>
      {choices.length === 0 && (
        <p className={styles['small']}>
          {variants.length === 0
            ? 'Choose a product for the list first. Its variants are the choices.'
            : 'No choices yet. A list needs at least one to open.'}
        </p>
      )}
      <ul className={styles['plain']} aria-label="Choices of this list">
        {choices.map((choice) => {
          const { title } = choice.values.variant;
          const isTooMany = isShort(choice, list);
          return (
            <li key={choice.id} className={styles['line']}>
              <span className={isTooMany ? styles['fault'] : undefined}>
                {choiceWords(choice, list)}
                {isTooMany && '. It can’t open like this: give fewer, or count the stock.'}
              </span>
              <Button
                size="small"
                look="quiet"
                disabled={isBusy}
                aria-label={`Remove ${title}`}
                onClick={() => void dropChoice(choice)}
              >
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
      {left.length > 0 && <NewChoice key={left[0]?.id} open={open} left={left} />}
    </section>
  );
}

function NewChoice({ open, left }: Props & { readonly left: Props['open']['variants'] }) {
  const [variantId, setVariant] = useState(left[0]?.id ?? '');
  const [editions, setEditions] = useTyped();
  const variant = left.find(({ id }) => id === variantId);
  const add = () => {
    if (variant) void addChoice(variant, editions === '' ? null : Number(editions));
  };
  const stock = variant === undefined ? null : inStock(variant.values);
  const isWrong = editions !== '' && !/^[1-9]\d{0,5}$/.test(editions);
  return (
    <>
      <div className={styles['fields']}>
        <Select
          label="Variant"
          value={variantId}
          onChange={(event) => setVariant(event.target.value)}
        >
          {left.map((row) => (
            <option key={row.id} value={row.id}>
              {row.values.title}
            </option>
          ))}
        </Select>
        <Field
          label="Number available"
          hint={`${stock === null ? '' : `${stock} in stock. `}Empty: as many as the list gives`}
          inputMode="numeric"
          value={editions}
          error={faultOf(editions, isWrong, stock)}
          onChange={(event) => setEditions(event.target.value.trim())}
        />
      </div>
      <div className={styles['line']}>
        <Button size="small" disabled={open.isBusy || isWrong} onClick={add}>
          Add this choice
        </Button>
      </div>
    </>
  );
}

/** More than there is can be planned, for goods that are still to come; it can't be opened. */
function faultOf(editions: string, isWrong: boolean, stock: number | null): string | undefined {
  if (isWrong) return 'Enter a whole number.';
  if (stock === null || Number(editions) <= stock) return undefined;
  return `${editions} to give, ${stock} in stock: a raffle can’t be opened like this.`;
}
