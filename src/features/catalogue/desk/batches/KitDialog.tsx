import { useState } from 'react';
import {
  rowsToTiers,
  tiersToRows,
  type BatchKit,
  type BatchRow,
  type KitTerms,
  type TypedTier,
} from '#features/batches/model/batch-desk.ts';
import { textOf } from '#desk-kit/model/desk-row.ts';
import type { BothSides } from '#desk-kit/model/table-edit.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { BothValues } from '#desk-kit/table/BothValues.tsx';
import type { PartDraft } from '../../model/form/product-form.ts';
import { saveKit } from '../../store/desk-batches.ts';
import { readBatchesAgain } from '../../store/desk-product.ts';
import styles from '#ui/styles/desk.module.css';
import { TierRows } from './TierRows.tsx';

type Props = {
  readonly batch: BatchRow;
  /** Null adds one of the variants that the batch does not make yet. */
  readonly kit: BatchKit | null;
  readonly variants: readonly PartDraft<'variants'>[];
  readonly onClose: () => void;
};

const whole = (text: string): number | null => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null);

export function KitDialog({ batch, kit, variants, onClose }: Props) {
  const [variantId, setVariant] = useState(kit?.variant_id ?? variants[0]?.id ?? '');
  const [stored, setStored] = useState(() => ({
    moq: String(kit?.moq ?? ''),
    capacity: String(kit?.capacity ?? ''),
    prices: kit ? tiersToRows(kit.tiers, kit.variant.currency) : [],
  }));
  const [moq, setMoq] = useState(stored.moq);
  const [capacity, setCapacity] = useState(stored.capacity);
  const [prices, setPrices] = useState(stored.prices);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** What another made of it while this was open, and whether the person has chosen since. */
  const [theirs, setTheirs] = useState<KitTerms | null>(null);
  const [expected, setExpected] = useState<KitTerms | null>(kit);
  const isTyped = moq !== stored.moq || capacity !== stored.capacity || prices !== stored.prices;
  const currency = kit?.variant.currency ?? 'EUR';
  const tiers = rowsToTiers(prices);
  const least = whole(moq);
  const isWrong = !tiers.ok || least === null || (capacity !== '' && whole(capacity) === null);
  async function save() {
    if (!tiers.ok || least === null) return;
    setBusy(true);
    const terms = { moq: least, capacity: whole(capacity), tiers: tiers.value };
    // Who was shown what another made of it saves over that, and over nothing newer.
    const saved = await saveKit(batch.id, variantId, terms, theirs ?? expected);
    setBusy(false);
    if (saved.ok) return onClose();
    setProblem(saved.error.message);
    if (saved.error.theirs !== null) setTheirs(saved.error.theirs);
  }
  function takeTheirs() {
    if (theirs === null) return;
    const taken = {
      moq: String(theirs.moq),
      capacity: String(theirs.capacity ?? ''),
      prices: tiersToRows(theirs.tiers, currency),
    };
    // Nothing of one's own is left to lose: closing asks about nothing.
    setStored(taken);
    setMoq(taken.moq);
    setCapacity(taken.capacity);
    setPrices(taken.prices);
    setExpected(theirs);
    setTheirs(null);
    setProblem(null);
    void readBatchesAgain('This is their version of the kit.');
  }
  const clash = theirs && sidesOf(theirs, { moq, capacity, prices }, currency);
  return (
    <DeskDialog
      open
      title={kit === null ? `A kit of ${batch.values.code}` : kit.variant.title}
      unsaved={isTyped}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" pending={isBusy} disabled={isWrong} onClick={() => void save()}>
            Save the kit
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        {problem !== null && theirs === null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
        {clash !== null && (
          <BothValues
            title={problem ?? undefined}
            rows={clash}
            isBusy={isBusy}
            onSettle={(keepMine) => (keepMine ? void save() : takeTheirs())}
          />
        )}
        {kit === null && (
          <Select
            label="Kit"
            value={variantId}
            onChange={(event) => setVariant(event.target.value)}
          >
            {variants.map((row) => (
              <option key={row.id} value={row.id}>
                {textOf(row, 'title')}
              </option>
            ))}
          </Select>
        )}
        <Field
          label="Minimum to make it"
          inputMode="numeric"
          value={moq}
          onChange={(event) => setMoq(event.target.value.trim())}
        />
        <Field
          label="Most that can be made"
          hint="Empty: no limit"
          inputMode="numeric"
          value={capacity}
          onChange={(event) => setCapacity(event.target.value.trim())}
        />
        <TierRows rows={prices} error={tiers.ok ? null : tiers.error} onChange={setPrices} />
        <p className={styles['small']}>
          Earlier buyers keep the prices they saw: a later rise does not apply to them.
        </p>
      </div>
    </DeskDialog>
  );
}

type Typed = {
  readonly moq: string;
  readonly capacity: string;
  readonly prices: readonly TypedTier[];
};

const priceWords = (rows: readonly TypedTier[]): string =>
  rows.map(({ count, price }) => `${price} from ${count}`).join(', ');

function sidesOf(theirs: KitTerms, mine: Typed, currency: string): readonly BothSides[] {
  const all = [
    { key: 'moq', name: 'Minimum', theirs: String(theirs.moq), mine: mine.moq },
    {
      key: 'capacity',
      name: 'Most that can be made',
      theirs: String(theirs.capacity ?? 'no limit'),
      mine: mine.capacity || 'no limit',
    },
    {
      key: 'prices',
      name: 'Better prices',
      theirs: priceWords(tiersToRows(theirs.tiers, currency)),
      mine: priceWords(mine.prices),
    },
  ];
  return all.filter((side) => side.theirs !== side.mine);
}
