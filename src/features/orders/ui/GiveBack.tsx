import { useState } from 'react';
import { dayWords } from '#shared/day-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { QuantityStepper } from '#ui/react/QuantityStepper.tsx';
import type { Photo } from '../api/returns.ts';
import type { Order } from '../model/order.ts';
import {
  mostPhotos,
  returnable,
  whyNot,
  worthOf,
  type Pieces,
  type ReturnKind,
  type WaysBack,
} from '../model/returns.ts';
import { giveBack } from '../store/returns.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import styles from './orders.module.css';

type Props = { readonly order: Order; readonly ways: WaysBack; readonly kind: ReturnKind };

const words = {
  withdrawal: {
    open: 'Withdraw from contract',
    title: 'What do you want to return?',
    send: 'Confirm withdrawal',
    reason: 'Reason (optional)',
  },
  fault: {
    open: 'Report a fault',
    title: 'What is faulty?',
    send: 'Send report',
    reason: 'What is wrong with it',
  },
} as const;

/** Some pieces of the order, chosen one by one, with what they bring before it is sent. */
export function GiveBack({ order, ways, kind }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const [reason, setReason] = useState('');
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  // What was sent is sent again as it was: where its answer was lost, less is offered by now.
  const [sent, setSent] = useState<readonly Pieces[] | null>(null);
  const offered = returnable(ways, kind);
  const chosen =
    sent ??
    offered.flatMap(({ line_id: id, quantity }) => {
      const count = Math.min(counts[id] ?? 0, quantity);
      return count > 0 ? [{ line_id: id, quantity: count }] : [];
    });
  const say = words[kind];
  const isDone = chosen.length > 0 && (kind === 'withdrawal' || reason.trim().length >= 5);
  const until = offered.map((each) => each.until).find((each) => each !== null) ?? null;
  const send = async () => {
    setSending(true);
    setSent(chosen);
    const answer = await giveBack(order, kind, chosen, reason.trim(), photos);
    setSending(false);
    setFault(answer);
    if (answer !== null) return;
    setOpen(false);
    setSent(null);
    setCounts({});
    setReason('');
    setPhotos([]);
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {say.open}
      </Button>
      {kind === 'withdrawal' && until !== null && (
        <span className={styles['soft']}>until {dayWords(until)}</span>
      )}
      <Dialog
        open={isOpen}
        title={say.title}
        onClose={() => setOpen(false)}
        foot={
          <Button look="primary" disabled={!isDone} pending={isSending} onClick={() => void send()}>
            {say.send}
          </Button>
        }
      >
        <div className={styles['form']}>
          <ul className={styles['pieces']}>
            {order.lines.map((line) => {
              const way = ways.lines.find((each) => each.line_id === line.id);
              const most = offered.find((each) => each.line_id === line.id)?.quantity ?? 0;
              if (way === undefined) return null;
              const count = Math.min(counts[line.id] ?? 0, most);
              const name = [line.title, line.variant_title].filter(Boolean).join(', ');
              const set = (value: number) => {
                setSent(null);
                setCounts({ ...counts, [line.id]: value });
              };
              return (
                <li key={line.id}>
                  <Choice
                    type="checkbox"
                    label={name}
                    hint={most === 0 ? (whyNot(way) ?? 'Already in a return.') : undefined}
                    disabled={most === 0}
                    checked={count > 0}
                    onChange={(event) => set(event.target.checked ? most : 0)}
                  />
                  {line.flaws !== '' && (
                    <p className={styles['soft']}>You bought this with: {line.flaws}</p>
                  )}
                  {count > 0 && most > 1 && (
                    <QuantityStepper
                      label={`How many of ${name}`}
                      value={count}
                      max={most}
                      onChange={set}
                    />
                  )}
                </li>
              );
            })}
          </ul>
          <TextArea
            label={say.reason}
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          {kind === 'withdrawal' && chosen.length > 0 && (
            <p>
              We refund{' '}
              <b>
                <MoneyText minor={worthOf(ways, chosen)} currency={order.currency} />
              </b>{' '}
              once we have the items back. You pay for sending them. We confirm this by e-mail.
            </p>
          )}
          {kind === 'fault' && (
            <PhotoPicker photos={photos} most={mostPhotos} onChange={setPhotos} />
          )}
          {kind === 'fault' && (
            <p className={styles['soft']}>
              We answer by e-mail: we repair it, replace it or refund it.
            </p>
          )}
          {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
        </div>
      </Dialog>
    </>
  );
}
