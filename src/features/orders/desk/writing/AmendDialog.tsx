import { useState } from 'react';
import { draftOf, type Amendment, type AmendmentDraft } from '../../model/amendment.ts';
import { draftOnto } from '../../model/amendment-conflict.ts';
import type { Order } from '../../model/order.ts';
import { Choice } from '#ui/react/Choice.tsx';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Revealed } from '#ui/react/Revealed.tsx';
import { changeOpenOrder } from '../../store/desk-amendments.ts';
import styles from '#ui/styles/desk.module.css';
import { AddressFields } from './AddressFields.tsx';
import { AmendConflict } from './AmendConflict.tsx';
import { AmendmentSums } from './AmendmentSums.tsx';
import { OrderLines } from './AmendLines.tsx';
import { StaffLines } from './StaffLines.tsx';

type Props = { readonly order: Order; readonly onClose: () => void };

/** An order is changed in two steps: what it would come to, then with a reason. */
export function AmendDialog({ order, onClose }: Props) {
  // As it was when it was opened: what a colleague makes of it meanwhile must not slip in here.
  const [was, setWas] = useState(order);
  const [draft, setDraft] = useState(() => draftOf(order));
  const [seen, setSeen] = useState<Amendment | null>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<AmendmentDraft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setSeen(null);
  };
  const isTyped = reason !== '' || JSON.stringify(draft) !== JSON.stringify(draftOf(was));
  const isOvertaken = order.version !== was.version;
  function goOnFromTheirs() {
    setDraft(draftOnto(was, draft, order));
    setWas(order);
    setSeen(null);
    setProblem(null);
  }
  async function send(why: string | null) {
    setBusy(true);
    const answer = await changeOpenOrder(was, draft, why);
    setBusy(false);
    setProblem(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    if (why === null) setSeen(answer.value);
    else onClose();
  }
  return (
    <DeskDialog
      open
      wide
      title={`Change ${order.number}`}
      unsaved={isTyped}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Close</Button>
          <Button
            pending={isBusy && seen === null}
            disabled={isOvertaken}
            onClick={() => void send(null)}
          >
            Preview
          </Button>
          <Button
            look="primary"
            pending={isBusy && seen !== null}
            disabled={isOvertaken || seen === null || reason.trim().length < 2}
            onClick={() => void send(reason.trim())}
          >
            Save changes
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        {isOvertaken && (
          <AmendConflict was={was} now={order} draft={draft} onTake={goOnFromTheirs} />
        )}
        {problem !== null && !isOvertaken && (
          <Notice tone="fault" role="alert" title="Not changed">
            <p>{problem}</p>
          </Notice>
        )}
        <OrderLines order={was} draft={draft} onChange={change} />
        <StaffLines
          lines={draft.added}
          onChange={(next) => {
            setDraft((now) => ({ ...now, added: next(now.added) }));
            setSeen(null);
          }}
        />
        <Field
          label="Shipping"
          inputMode="decimal"
          value={draft.shipping}
          onChange={(event) => change({ shipping: event.target.value })}
        />
        {was.ships_together && (
          <Choice
            type="checkbox"
            label="Send each part when it is ready"
            hint="The customer wanted everything in one parcel. Shipping costs stay as they are unless you change them."
            checked={draft.isParted}
            onChange={(event) => change({ isParted: event.target.checked })}
          />
        )}
        <details>
          <summary>Ship to</summary>
          <AddressFields address={draft.address} onChange={(address) => change({ address })} />
        </details>
        {seen !== null && (
          <Revealed>
            <AmendmentSums amendment={seen} />
            <Field
              label="Why"
              hint="The customer sees this in the e-mail"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Revealed>
        )}
      </div>
    </DeskDialog>
  );
}
