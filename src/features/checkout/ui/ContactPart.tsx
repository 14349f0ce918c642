import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { routes } from '#routes.ts';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { writeDraft } from '../store/checkout-draft.ts';
import type { Session } from '#features/account/store/session.ts';
import styles from './checkout.module.css';

type Props = {
  readonly email: string;
  readonly session: Session;
  readonly error: string | undefined;
};

export function ContactPart({ email, session, error }: Props) {
  return (
    <section className={styles['part']} aria-labelledby="part-contact">
      <h2 id="part-contact">Contact</h2>
      <Field
        label="E-mail"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        error={error}
        hint="For the confirmation and news about this order only."
        onChange={(event) => writeDraft({ email: event.target.value })}
      />
      {session.status === 'signed-out' && (
        <p className={styles['aside']}>
          You can order as a guest.{' '}
          <Button
            look="quiet"
            size="small"
            onClick={() => openAuth({ reason: 'checkout', returnTo: routes.checkout })}
          >
            Sign in
          </Button>{' '}
          to use a saved address and to find the order in your account.
        </p>
      )}
    </section>
  );
}
