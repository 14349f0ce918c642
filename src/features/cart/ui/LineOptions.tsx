import { useStore } from '@nanostores/react';
import type { KeptLine } from '../model/cart-line.ts';
import { formatDelta } from '#shared/money.ts';
import { Select } from '#ui/react/Field.tsx';
import { changeLine } from '../store/cart.ts';
import { $goods } from '../store/goods.ts';
import styles from './cart.module.css';

type Props = { readonly line: KeptLine; readonly path: string | null };

/** Another answer to the product's questions; quantity and design stay. */
export function LineOptions({ line, path }: Props) {
  const goods = useStore($goods)[path ?? ''];
  if (goods === undefined || goods === 'missing') {
    return <p className={styles['changed']}>The options could not be loaded.</p>;
  }
  const answer = (optionId: string, valueId: string) =>
    changeLine(line, { ...line, options: { ...line.options, [optionId]: valueId } });
  return (
    <div className={styles['options']}>
      {goods.options.map((option) => (
        <Select
          key={option.id}
          label={option.title}
          value={line.options[option.id] ?? ''}
          onChange={(event) => answer(option.id, event.target.value)}
        >
          {line.options[option.id] === undefined && <option value="">Choose</option>}
          {option.values.map((value) => (
            <option key={value.id} value={value.id}>
              {value.title}
              {value.priceDeltaMinor !== 0 && `, ${formatDelta(value.priceDeltaMinor, 'EUR')}`}
            </option>
          ))}
        </Select>
      ))}
    </div>
  );
}
