import { useState } from 'react';
import type { BatchKit, BatchRow, Extra } from '#features/batches/model/batch-desk.ts';
import { textToMinor } from '#desk-kit/model/field-text.ts';
import { decimalMoney, formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { sellExtras } from '../../store/desk-batches.ts';
import styles from '#ui/styles/desk.module.css';

type Props = {
  readonly batch: BatchRow;
  readonly kits: readonly BatchKit[];
  readonly onClose: () => void;
};
type Typed = Readonly<Record<string, { readonly count: string; readonly price: string }>>;

/** Kits of which nothing is left have no count; null when something typed is no number. */
function extrasOf(kits: readonly BatchKit[], typed: Typed): readonly Extra[] | null {
  const extras: Extra[] = [];
  for (const { variant_id: variantId } of kits) {
    const { count = '', price = '' } = typed[variantId] ?? {};
    const minor = textToMinor(price);
    if (count === '' || count === '0') continue;
    if (!/^\d{1,5}$/.test(count) || !minor.ok || minor.value < 0) return null;
    extras.push({ variantId, count: Number(count), priceMinor: minor.value });
  }
  return extras;
}

export function ExtrasDialog({ batch, kits, onClose }: Props) {
  const made = kits.filter((kit) => kit.dropped_at === null);
  const [proposed] = useState<Typed>(() =>
    Object.fromEntries(
      made.map(({ variant_id: variantId, variant }) => [
        variantId,
        { count: '', price: decimalMoney(variant.price_minor, variant.currency) },
      ]),
    ),
  );
  const [typed, setTyped] = useState(proposed);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const extras = extrasOf(made, typed);
  const isEmpty = extras === null || extras.length === 0;
  async function sell() {
    if (extras === null) return;
    setBusy(true);
    const said = await sellExtras(batch.id, extras);
    setBusy(false);
    setProblem(said);
    if (said === null) onClose();
  }
  return (
    <DeskDialog
      open
      title={`Extras of ${batch.values.code}`}
      unsaved={typed !== proposed}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Not now</Button>
          <Button look="primary" pending={isBusy} disabled={isEmpty} onClick={() => void sell()}>
            Put on sale
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        <p>
          What is left once every order is packed. It goes on sale at once from counted stock, and
          the batch moves to Extras for good. Correct a count under “Stock” of this product and a
          price at the variant.
        </p>
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
        {made.map(({ variant_id: variantId, variant: { title } }) => (
          <fieldset key={variantId} className={styles['fields']} aria-label={title}>
            {(['count', 'price'] as const).map((name) => (
              <Field
                key={name}
                label={name === 'count' ? `Left of ${title}` : `Price of ${title} in euro`}
                inputMode={name === 'count' ? 'numeric' : 'decimal'}
                value={typed[variantId]?.[name] ?? ''}
                onChange={(event) => {
                  const before = typed[variantId] ?? { count: '', price: '' };
                  const after = { ...before, [name]: event.target.value.trim() };
                  setTyped({ ...typed, [variantId]: after });
                }}
              />
            ))}
          </fieldset>
        ))}
        {extras === null && (
          <p className={styles['fault']}>Each needs a count and a price such as 39.00.</p>
        )}
        {extras !== null && extras.length > 0 && (
          <p className={styles['small']}>
            On sale:{' '}
            {extras
              .map(({ variantId, count, priceMinor }) => {
                const kit = made.find((each) => each.variant_id === variantId);
                const price = formatMoney(priceMinor, kit?.variant.currency ?? 'EUR');
                return `${count} × ${kit?.variant.title ?? ''} at ${price}`;
              })
              .join(', ')}
          </p>
        )}
      </div>
    </DeskDialog>
  );
}
