import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { orderNumberOf } from '#shared/order-number.ts';
import { lineName, withGoods, type TrialLine } from '../model/parcel-trial.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { QuantityStepper } from '#ui/react/QuantityStepper.tsx';
import { SuggestField } from '#desk-kit/ui/SuggestField.tsx';
import {
  $parcelTitles,
  findParcelGoods,
  goodsOfOrder,
  type OrderedGoods,
} from '../store/desk-parcel.ts';
import own from './parcel-trial.module.css';

type Props = {
  readonly lines: readonly TrialLine[];
  readonly onLines: (lines: readonly TrialLine[]) => void;
  readonly onOrder: (goods: OrderedGoods) => void;
};

/** What is in the parcel: looked for one by one, or all that was ordered once. */
export function ParcelGoods({ lines, onLines, onOrder }: Props) {
  const titles = useStore($parcelTitles);
  const titleOf = ({ title, sku }: TrialLine) => title || (titles.get(sku) ?? '');
  return (
    <>
      <div className={own['sources']}>
        <SuggestField
          label="Add goods"
          hint="Search by title or SKU. The default options are used."
          find={findParcelGoods}
          onPick={({ line }) => onLines(withGoods(lines, [line]))}
        />
        <OrderNumber onOrder={onOrder} />
      </div>
      {lines.length > 0 && (
        <ul className={own['lines']} aria-label="Goods in the parcel">
          {lines.map((line) => (
            <li key={lineName(line)}>
              <span className={own['goods']}>
                <b>{titleOf(line) || line.sku}</b>
                <small>
                  {titleOf(line) === '' ? 'From the address' : line.sku}
                  {Object.keys(line.options).length > 0 && ', with the options of the order'}
                </small>
              </span>
              <QuantityStepper
                label={`Quantity of ${titleOf(line) || line.sku}`}
                value={line.quantity}
                max={999}
                onChange={(quantity) =>
                  onLines(lines.map((each) => (each === line ? { ...line, quantity } : each)))
                }
              />
              <Button
                size="small"
                look="quiet"
                aria-label={`Remove ${titleOf(line) || line.sku}`}
                onClick={() => onLines(lines.filter((each) => each !== line))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function OrderNumber({ onOrder }: Pick<Props, 'onOrder'>) {
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  async function take() {
    const typed = number.trim();
    if (typed === '') setProblem('Enter an order number first, such as KW-1042.');
    if (typed === '' || isReading) return;
    setReading(true);
    const failed = { ok: false, error: 'The shop can’t be reached. Try again.' } as const;
    const goods = await goodsOfOrder(orderNumberOf(typed)).catch(() => failed);
    setReading(false);
    setProblem(goods.ok ? undefined : goods.error);
    if (goods.ok) onOrder(goods.value);
  }
  return (
    <div className={own['order']}>
      <Field
        label="Or use the items from an order"
        placeholder="KW-…"
        autoComplete="off"
        error={problem}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void take();
        }}
      />
      <Button pending={isReading} onClick={() => void take()}>
        Add them
      </Button>
    </div>
  );
}
