import { transferFacts, type BankAccount, type Transfer } from '../model/bank-account.ts';
import { epcText } from '../model/epc-code.ts';
import styles from './transfer.module.css';
import { Button } from '#ui/react/Button.tsx';
import { CopyButton } from '#ui/react/CopyButton.tsx';
import { latePart } from '#ui/react/late-part.tsx';

const QrCode = latePart({
  load: () => import('#features/account/ui/QrCode.tsx').then((code) => code.QrCode),
  waiting: null,
});

type Props = {
  readonly state:
    | { readonly status: 'loading' }
    | { readonly status: 'failed' }
    | { readonly status: 'ready'; readonly account: BankAccount | null };
  readonly transfer: Transfer;
  readonly onAgain: () => void;
};

/** How an order is paid by bank transfer: all that a bank asks for. */
export function TransferDetails({ state, transfer, onAgain }: Props) {
  if (state.status === 'loading') return <p>Loading the bank details …</p>;
  if (state.status === 'failed') {
    return (
      <p role="alert">
        The bank details could not be loaded. They are also in our e-mail.{' '}
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
      </p>
    );
  }
  if (state.account === null) {
    return (
      <p>
        Our bank details are missing at the moment. Reply to our e-mail about this order and we will
        send them.
      </p>
    );
  }
  return (
    <div className={styles['both']}>
      <dl className={styles['transfer']} aria-label="Bank details">
        {transferFacts(state.account, transfer).map(({ label, value, copied }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {copied !== undefined && <CopyButton text={copied} what={label} />}
            </dd>
          </div>
        ))}
      </dl>
      <Code account={state.account} transfer={transfer} />
    </div>
  );
}

/** Nothing where there is no such code, as for other currencies. */
function Code({
  account,
  transfer,
}: {
  readonly account: BankAccount;
  readonly transfer: Transfer;
}) {
  const text = epcText(account, transfer.amountMinor, transfer.currency, transfer.number);
  if (text === null) return null;
  return (
    <figure className={`${styles['code']} no-print`}>
      <QrCode text={text} ecc="M" label={`QR code of the transfer for ${transfer.number}`} />
      <figcaption>Scan the code with your banking app to fill in the transfer.</figcaption>
    </figure>
  );
}
