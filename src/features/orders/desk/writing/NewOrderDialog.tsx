import { useState } from 'react';
import { emptyAddress } from '#shared/address.ts';
import { emptyLine } from '../../model/amendment.ts';
import type { Quote } from '#features/cart/model/quote.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Revealed } from '#ui/react/Revealed.tsx';
import { makeNewOrder, quoteNewOrder, type NewOrder } from '../../store/desk-amendments.ts';
import styles from '#ui/styles/desk.module.css';
import { AddressFields } from './AddressFields.tsx';
import { Quoted, Terms } from './NewOrderTerms.tsx';
import { StaffLines } from './StaffLines.tsx';
import { goToOrder } from '../use-open-order.ts';

const blank = (): NewOrder => ({
  key: crypto.randomUUID(),
  lines: [emptyLine(crypto.randomUUID())],
  email: '',
  address: { ...emptyAddress, country: 'NL' },
  methodId: null,
  reason: '',
  payment: 'invoice',
});

/** An order that staff make for a customer: quoted first, then held and sent as a link to pay. */
export function NewOrderDialog({ onClose }: { readonly onClose: () => void }) {
  const [empty] = useState(blank);
  const [order, setOrder] = useState(empty);
  const [quote, setQuote] = useState<Quote | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<NewOrder>) => {
    setOrder((now) => ({ ...now, ...part }));
    setQuote(null);
  };
  async function ask(methodId = order.methodId) {
    setBusy(true);
    const answer = await quoteNewOrder({ ...order, methodId });
    setBusy(false);
    setOrder((now) => ({ ...now, methodId }));
    setProblem(answer.ok ? null : answer.error);
    setQuote(answer.ok ? answer.value : null);
  }
  async function make() {
    if (quote === null) return;
    setBusy(true);
    const made = await makeNewOrder(order, quote);
    setBusy(false);
    setProblem(made.ok ? null : made.error);
    if (made.ok) goToOrder(made.value);
  }
  const isReady = quote !== null && quote.problems.length === 0 && order.methodId !== null;
  return (
    <DeskDialog
      open
      wide
      title="New order for a customer"
      unsaved={order !== empty}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Cancel</Button>
          <Button pending={isBusy && !isReady} onClick={() => void ask()}>
            Preview total
          </Button>
          <Button
            look="primary"
            pending={isBusy && isReady}
            disabled={!isReady || order.reason.trim().length < 2}
            onClick={() => void make()}
          >
            Create order and send payment link
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        {problem !== null && (
          <Notice tone="fault" role="alert" title="Not created">
            <p>{problem}</p>
          </Notice>
        )}
        <Field
          label="Customer’s e-mail address"
          type="email"
          value={order.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <StaffLines
          lines={order.lines}
          onChange={(next) => {
            setOrder((now) => ({ ...now, lines: next(now.lines) }));
            setQuote(null);
          }}
        />
        <AddressFields address={order.address} onChange={(address) => change({ address })} />
        <Terms order={order} onChange={change} />
        {quote !== null && (
          <Revealed>
            <Quoted quote={quote} chosen={order.methodId} onChoose={(id) => void ask(id)} />
          </Revealed>
        )}
        <Field
          label="Reason for this order"
          value={order.reason}
          onChange={(event) => setOrder((now) => ({ ...now, reason: event.target.value }))}
        />
      </div>
    </DeskDialog>
  );
}
