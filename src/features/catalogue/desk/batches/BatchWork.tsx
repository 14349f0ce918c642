import { useState } from 'react';
import {
  countWords,
  kitsOf,
  stageOf,
  type BatchKit,
  type BatchRow,
} from '#features/batches/model/batch-desk.ts';
import type { PartDraft } from '../../model/form/product-form.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Table } from '#ui/react/Table.tsx';
import styles from '#ui/styles/desk.module.css';
import { CloseDialog } from './CloseDialog.tsx';
import { ExtrasDialog } from './ExtrasDialog.tsx';
import { KitDialog } from './KitDialog.tsx';
import { NewsDialog } from './NewsDialog.tsx';

type Props = { readonly batch: BatchRow; readonly variants: readonly PartDraft<'variants'>[] };
type Shown = 'none' | 'kit' | 'close' | 'news' | 'extras';

/** What is made in a batch, and what can be done with the batch as a whole. */
export function BatchWork({ batch, variants }: Props) {
  const [shown, setShown] = useState<Shown>('none');
  const [kit, setKit] = useState<BatchKit | null>(null);
  const [now] = useState(() => Date.now());
  const kits = kitsOf(batch);
  const left = variants.filter(({ id }) =>
    kits.every(({ variant_id: variantId }) => variantId !== id),
  );
  const stage = stageOf(batch, now);
  const { code, settled_at: settledAt } = batch.values;
  const isSettled = settledAt !== null;
  const close = () => setShown('none');
  const change = (chosen: BatchKit | null) => {
    setKit(chosen);
    setShown('kit');
  };
  return (
    <>
      {kits.length > 0 && <Kits code={code} kits={kits} onChange={change} />}
      <div className={styles['line']}>
        {left.length > 0 && !isSettled && (
          <Button size="small" onClick={() => change(null)}>
            Add a kit
          </Button>
        )}
        {!isSettled && (stage === 'open' || stage === 'closed') && (
          <Button size="small" onClick={() => setShown('close')}>
            Close and set final prices…
          </Button>
        )}
        {stage !== 'draft' && (
          <Button size="small" onClick={() => setShown('news')}>
            E-mail its buyers…
          </Button>
        )}
        {stage === 'shipping' && (
          <Button size="small" onClick={() => setShown('extras')}>
            Sell extras…
          </Button>
        )}
      </div>
      {shown === 'kit' && (
        <KitDialog batch={batch} kit={kit} variants={kit === null ? left : []} onClose={close} />
      )}
      {shown === 'close' && <CloseDialog batch={batch} now={now} onClose={close} />}
      {shown === 'news' && <NewsDialog batch={batch} onClose={close} />}
      {shown === 'extras' && <ExtrasDialog batch={batch} kits={kits} onClose={close} />}
    </>
  );
}

type KitsProps = {
  readonly code: string;
  readonly kits: readonly BatchKit[];
  readonly onChange: (kit: BatchKit) => void;
};

function Kits({ code, kits, onChange }: KitsProps) {
  return (
    <Table label={`Kits of ${code}`}>
      <thead>
        <tr>
          <th scope="col">Kit</th>
          <th scope="col">Ordered</th>
          <th scope="col">Prices</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {kits.map((kit) => (
          <tr key={kit.id}>
            <th scope="row">
              {kit.variant.title} {kit.dropped_at !== null && <Badge tone="plain">Dropped</Badge>}
            </th>
            <td>
              {countWords({ ordered: kit.ordered_count, waiting: kit.waiting_count }, kit.moq)}
              {kit.capacity !== null && `, at most ${kit.capacity}`}
            </td>
            <td>{pricesOf(kit)}</td>
            <td>
              <Button
                size="small"
                look="quiet"
                aria-label={`Change ${kit.variant.title}`}
                onClick={() => onChange(kit)}
              >
                Change
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function pricesOf({ variant, tiers }: BatchKit): string {
  const { price_minor: minor, currency } = variant;
  const steps = tiers.map(
    (tier) => `${formatMoney(tier.price_minor, currency)} from ${tier.from_count} orders`,
  );
  return [formatMoney(minor, currency), ...steps].join(', ');
}
