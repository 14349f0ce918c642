import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { askForRecovery } from '../../store/auth-actions.ts';
import { $address, goTo } from '../../store/auth-flow.ts';
import { AddressField } from './AddressField.tsx';
import { StepForm } from './StepForm.tsx';

export function ForgottenStep() {
  const address = useStore($address);
  return (
    <StepForm
      action="Send e-mail"
      onSubmit={() => askForRecovery(address)}
      foot={
        <Button look="quiet" onClick={() => goTo({ name: 'sign-in' })}>
          Back to sign-in
        </Button>
      }
    >
      <p className="soft">
        We’ll e-mail you a link and a code: use either. Your password stays the same until you
        choose a new one.
      </p>
      <AddressField mailOnly />
    </StepForm>
  );
}
