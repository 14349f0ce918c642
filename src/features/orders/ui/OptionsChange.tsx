import { useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import type { Goods } from '#features/cart/model/goods.ts';
import { formatDelta } from '#shared/money.ts';
import type { Order, OrderLine } from '../model/order.ts';
import { takesNewOptions } from '../model/order-goods.ts';
import { Button } from '#ui/react/Button.tsx';
import { Select } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { isChangeable } from '../model/order-status.ts';
import { isOver } from '../store/my-orders.ts';
import { changeOptions } from '../store/order-changes.ts';
import styles from './orders.module.css';

type Props = {
  readonly order: Order;
  readonly line: OrderLine;
  readonly goods: Goods | 'missing' | undefined;
};

type Answers = Readonly<Record<string, string>>;

/** Other answers to the product's questions, until the date that the batch of this line sets for that. */
export function OptionsChange({ order, line, goods }: Props) {
  const [chosen, setChosen] = useState<Answers | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const until = line.change_options_until;
  const isOpen = isChangeable(order.status, until);
  if (line.options.length === 0 || !isOpen || !takesNewOptions(line, order)) return null;
  if (until !== null && isOver(until)) {
    return (
      <p className={styles['soft']}>You could change the options until {momentWords(until)}.</p>
    );
  }
  if (goods === undefined || goods === 'missing') return null;
  const now = Object.fromEntries(line.options.map((each) => [each.option_id, each.value_id]));
  const send = async (answers: Answers) => {
    setSending(true);
    const answer = await changeOptions(order, line.id, answers);
    setSending(false);
    setFault(answer);
    if (answer === null) setChosen(null);
  };
  return (
    <div className={`${styles['form']} no-print`}>
      <div className={styles['acts']}>
        <Button
          look="quiet"
          size="small"
          flush
          aria-expanded={chosen !== null}
          onClick={() => setChosen(chosen === null ? now : null)}
        >
          {chosen === null ? 'Change options' : 'Keep current options'}
        </Button>
        <span className={styles['soft']}>
          until {until === null ? 'it is packed' : momentWords(until)}
        </span>
      </div>
      {chosen !== null && (
        <>
          <div className={styles['guest']}>
            {goods.options.map((option) => (
              <Select
                key={option.id}
                label={option.title}
                value={chosen[option.id] ?? ''}
                onChange={(event) => setChosen({ ...chosen, [option.id]: event.target.value })}
              >
                {option.values.map((value) => (
                  <option key={value.id} value={value.id}>
                    {value.title}
                    {value.priceDeltaMinor !== 0 &&
                      `, ${formatDelta(value.priceDeltaMinor, order.currency)}`}
                  </option>
                ))}
              </Select>
            ))}
          </div>
          {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
          <Button pending={isSending} onClick={() => void send(chosen)}>
            Save options
          </Button>
        </>
      )}
    </div>
  );
}
