import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { emptyAddress, type Address } from '#shared/address.ts';
import { momentWords } from '#shared/date-words.ts';
import { AddressInputs } from '#ui/react/AddressInputs.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { $countryRules, $savedAddresses } from '#features/account/store/address-book.ts';
import { $session } from '#features/account/store/session.ts';
import { takeOver, transfers, turnDown, type ReceivedTransfer } from '../store/transfers.ts';
import styles from './orders.module.css';

/** Orders that somebody would like to pass on to whoever is signed in. */
export function TakeOver() {
  const state = useStore(transfers.$state);
  const isSignedIn = useStore($session).status === 'signed-in';
  if (!isSignedIn || state.status !== 'ready') return null;
  return state.value.received.map((each) => <Question key={each.id} transfer={each} />);
}

function lineWords(line: ReceivedTransfer['lines'][number]): string {
  const named = [line.title, line.variant_title].filter(Boolean).join(', ');
  return line.quantity > 1 ? `${line.quantity} × ${named}` : named;
}

function Question({ transfer }: { readonly transfer: ReceivedTransfer }) {
  const { country_code: countryCode, number } = transfer;
  const rules = useStore($countryRules)?.find(({ code }) => code === countryCode) ?? null;
  const saved = useStore($savedAddresses).find(({ country }) => country === countryCode);
  const [typed, setTyped] = useState<Address | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState<'take' | 'leave' | null>(null);
  const send = async (kind: 'take' | 'leave') => {
    setPending(kind);
    const answer =
      typed !== null && kind === 'take'
        ? await takeOver(transfer, typed)
        : await turnDown(transfer);
    setPending(null);
    setFault(answer);
    if (answer === null) setTyped(null);
  };
  const told = fault !== null && <Notice tone="fault" role="alert" title={fault} />;
  return (
    <Notice tone="info" title={`${transfer.from} would like to transfer ${number} to you`}>
      <ul className={styles['left-out']}>
        {transfer.lines.map((line) => (
          <li key={line.id}>{lineWords(line)}</li>
        ))}
      </ul>
      <p>
        It is paid (<MoneyText minor={transfer.total_minor} currency={transfer.currency} />) and
        goes to {rules?.name ?? countryCode}. The request expires {momentWords(transfer.expires_at)}
        .
      </p>
      <div className={styles['acts']}>
        <Button
          look="primary"
          size="small"
          onClick={() => setTyped({ ...emptyAddress, ...saved, country: countryCode })}
        >
          Accept the order
        </Button>
        <Button size="small" pending={pending === 'leave'} onClick={() => void send('leave')}>
          No, thank you
        </Button>
      </div>
      {typed === null && told}
      <Dialog
        open={typed !== null}
        title={`Delivery address for ${number}`}
        onClose={() => setTyped(null)}
        foot={
          <Button look="primary" pending={pending === 'take'} onClick={() => void send('take')}>
            Accept the order
          </Button>
        }
      >
        <div className={styles['form']}>
          {typed !== null && (
            <AddressInputs
              typed={typed}
              rules={rules}
              onChange={(part) => setTyped({ ...typed, ...part })}
            />
          )}
          {told}
        </div>
      </Dialog>
    </Notice>
  );
}
