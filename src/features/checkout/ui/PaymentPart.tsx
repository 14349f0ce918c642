import { useStore } from '@nanostores/react';
import { Choice } from '#ui/react/Choice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $draft, writeDraft } from '../store/checkout-draft.ts';
import { $paymentMethods, testModeWords } from '#features/orders/store/payment-methods.ts';
import { NotHeard } from './NotHeard.tsx';
import styles from './checkout.module.css';

/** What the shop can take here; what it can't is not shown. */
export function PaymentPart({ error }: { readonly error: string | undefined }) {
  const methods = useStore($paymentMethods);
  const offered = methods.status === 'ready' ? methods.methods : [];
  const { payment } = useStore($draft);
  return (
    <section className={styles['part']} aria-labelledby="part-payment">
      <h2 id="part-payment">Payment</h2>
      {methods.status === 'loading' && <Skeleton lines={2} label="Loading payment methods" />}
      {methods.status === 'failed' && <NotHeard what="The payment methods" />}
      <fieldset
        className={styles['choices']}
        data-field={error === undefined ? undefined : 'payment'}
      >
        <legend className="visually-hidden">Payment method</legend>
        {offered.map((method) => (
          <Choice
            key={method.code}
            type="radio"
            name="payment"
            label={method.title}
            hint={
              method.isTest ? (
                <>
                  {method.note} <strong>{testModeWords}</strong>
                </>
              ) : (
                method.note
              )
            }
            checked={method.code === payment}
            onChange={() => writeDraft({ payment: method.code })}
          />
        ))}
      </fieldset>
      {error !== undefined && <p className={styles['fault']}>{error}</p>}
    </section>
  );
}
