import { useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import type { Order } from '../model/order.ts';
import {
  canMove,
  photosLeft,
  pieceWords,
  returnName,
  returnTone,
  type OrderReturn,
  type WaysBack,
} from '../model/returns.ts';
import { dropReturn } from '../store/returns.ts';
import { MorePhotos } from './MorePhotos.tsx';
import { ReturnPhotos } from './ReturnPhotos.tsx';
import styles from './orders.module.css';

type Props = { readonly order: Order; readonly ways: WaysBack };

/** What of the order is on its way back, and what the shop said about it. */
export function OrderReturns({ order, ways }: Props) {
  if (ways.returns.length === 0) return null;
  return (
    <section aria-label="Returns">
      <h3>Returns</h3>
      <ul className={styles['lines']}>
        {ways.returns.map((given) => (
          <li key={given.id}>
            <OneReturn order={order} given={given} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneReturn({ order, given }: { readonly order: Order; readonly given: OrderReturn }) {
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const { kind, status, amount_minor: amountMinor } = given;
  const refundedMinor = given.refunded_minor ?? 0;
  const { currency } = order;
  const drop = async () => {
    setSending(true);
    setFault(await dropReturn(order, given));
    setSending(false);
  };
  return (
    <div className={styles['given']}>
      <p className={styles['facts']}>
        <Badge tone={returnTone(status)}>{returnName(status)}</Badge>
        <span>
          {kind === 'withdrawal' ? 'Withdrawal' : 'Fault'}, {momentWords(given.asked_at)}
        </span>
      </p>
      {given.lines.length > 0 && <p>{pieceWords(order.lines, given.lines)}</p>}
      <ReturnPhotos number={order.number} given={given} />
      {photosLeft(given) > 0 && <MorePhotos order={order} given={given} />}
      {refundedMinor > 0 ? (
        <p>
          Refunded: <MoneyText minor={refundedMinor} currency={currency} />
        </p>
      ) : (
        amountMinor > 0 &&
        given.ended_at === null && (
          <p className={styles['soft']}>
            To refund: <MoneyText minor={amountMinor} currency={currency} />
          </p>
        )
      )}
      {given.answer !== '' && <p>{given.answer}</p>}
      {given.label_url.startsWith('https://') && (
        <p>
          <a href={given.label_url} rel="noreferrer">
            Print the label
          </a>
        </p>
      )}
      {canMove(status, 'dropped') && (
        <p className="no-print">
          <Button size="small" look="quiet" flush pending={isSending} onClick={() => void drop()}>
            {kind === 'withdrawal' ? 'Keep the items after all' : 'It is fine after all'}
          </Button>
        </p>
      )}
      {fault !== null && <p role="alert">{fault}</p>}
    </div>
  );
}
