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
      action="Send the mail"
      onSubmit={() => askForRecovery(address)}
      foot={
        <Button look="quiet" onClick={() => goTo({ name: 'sign-in' })}>
          Back to signing in
        </Button>
      }
    >
      <p className="soft">
        We send a link and a code. Until you choose a new password, the old one stays.
      </p>
      <AddressField mailOnly />
    </StepForm>
  );
}
