import { useState } from 'react';
import { numberOf, textOf } from '#domain/desk-row.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Field, Select } from '#islands/ui/Field.tsx';
import { addChoice, dropChoice } from '#stores/desk-list-steps.ts';
import type { OpenList } from '#stores/desk-lists.ts';
import styles from '#styles/desk/desk.module.css';

type Props = { readonly open: Extract<OpenList, { readonly status: 'open' }> };

/** What one can wish for. It is fixed once the list is open, so it stands here for drafts alone. */
export function ChoicesCard({ open }: Props) {
  const { choices, isBusy, variants } = open;
  const left = variants.filter(({ id }) =>
    choices.every((choice) => textOf(choice, 'variant_id') !== id),
  );
  return (
    <section className={styles['card']} aria-label="Choices">
      <h3>What one can wish for</h3>
      {choices.length === 0 && (
        <p className={styles['small']}>
          {variants.length === 0
            ? 'Give the list a product first; what one can wish for are its variants.'
            : 'Nothing yet. A list opens with at least one choice.'}
        </p>
      )}
      <ul className={styles['plain']} aria-label="Choices of this list">
        {choices.map((choice) => {
          const editions = numberOf(choice, 'editions');
          const title = textOf(choice, 'variant.title');
          return (
            <li key={choice.id} className={styles['line']}>
              <span>
                {title}
                {editions !== null && `, ${editions} to give`}
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
  const [editions, setEditions] = useState('');
  const variant = left.find(({ id }) => id === variantId);
  const add = () => variant && void addChoice(variant, editions === '' ? null : Number(editions));
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
              {textOf(row, 'title')}
            </option>
          ))}
        </Select>
        <Field
          label="How many to give"
          hint="Empty: as many as the list gives"
          inputMode="numeric"
          value={editions}
          error={isWrong ? 'A whole number, please.' : undefined}
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
