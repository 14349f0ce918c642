import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { act } from '../../store/auth-act.ts';
import { $address, goTo } from '../../store/auth-flow.ts';
import { AddressField } from './AddressField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { StepForm } from './StepForm.tsx';

export function SignInStep() {
  const [password, setPassword] = useState('');
  const address = useStore($address);
  return (
    <StepForm
      action="Sign in"
      onSubmit={() => act((actions) => actions.signInWithPassword(address, password))}
      foot={
        <>
          <Button look="quiet" onClick={() => void act((actions) => actions.askForCode(address))}>
            Send me a code instead
          </Button>
          <Button look="quiet" onClick={() => goTo({ name: 'forgotten' })}>
            Forgot your password?
          </Button>
          <Button look="quiet" onClick={() => goTo({ name: 'sign-up' })}>
            New here? Create an account
          </Button>
        </>
      }
    >
      <AddressField />
      <PasswordField value={password} onChange={setPassword} />
    </StepForm>
  );
}
