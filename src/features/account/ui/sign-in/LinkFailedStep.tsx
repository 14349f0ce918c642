import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { askForNewMail } from '../../store/auth-actions.ts';
import { $address, goTo } from '../../store/auth-flow.ts';
import { AddressField } from './AddressField.tsx';
import { StepForm } from './StepForm.tsx';

type Props = { readonly purpose: 'sign-up' | 'sign-in' | 'recovery' };

export function LinkFailedStep({ purpose }: Props) {
  const address = useStore($address);
  return (
    <StepForm
      action="Send a new e-mail"
      onSubmit={() => askForNewMail(address, purpose)}
      foot={
        <Button look="quiet" onClick={() => goTo({ name: 'sign-in' })}>
          Sign in with a password
        </Button>
      }
    >
      <p>
        The link was already used, is over an hour old, or was opened in a different browser. We can
        e-mail you a new link for this browser. It comes with a code that works anywhere.
      </p>
      <AddressField mailOnly />
    </StepForm>
  );
}
