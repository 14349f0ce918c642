import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import { isReasonEnough } from '../model/order-moves.ts';

type Props = {
  readonly action: string;
  readonly isBusy: boolean;
  readonly onGo: (reason: string) => void;
};

/** Lets an order or a parcel go on with a balance due, with a reason. */
export function BalanceOverride({ action, isBusy, onGo }: Props) {
  const [reason, setReason] = useTyped();
  return (
    <div className={styles['part']}>
      <Field
        label="Reason to continue with a balance due"
        hint="Kept in the order’s history with your name; the customer can read it"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className={styles['line']}>
        <Button
          size="small"
          disabled={isBusy || !isReasonEnough(reason)}
          onClick={() => onGo(reason.trim())}
        >
          {action}
        </Button>
      </div>
    </div>
  );
}
