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
        label="Why it goes on with a balance due"
        hint="The order’s history keeps it with your name, and its customer can read it"
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
