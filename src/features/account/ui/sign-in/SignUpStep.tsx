import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { routes } from '#routes.ts';
import { isNamedAtFoot } from '#ui/published-page.ts';
import { Button } from '#ui/react/Button.tsx';
import { act } from '../../store/auth-act.ts';
import { $address, goTo } from '../../store/auth-flow.ts';
import { AddressField } from './AddressField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { StepForm } from './StepForm.tsx';

export function SignUpStep() {
  const [password, setPassword] = useState('');
  const address = useStore($address);
  return (
    <StepForm
      action="Create account"
      onSubmit={() => act((actions) => actions.signUpWithPassword(address, password))}
      foot={
        <Button look="quiet" onClick={() => goTo({ name: 'sign-in' })}>
          I already have an account
        </Button>
      }
    >
      <p className="soft">
        An account keeps your orders, places on lists and designs together. You can also buy without
        one. {isNamedAtFoot(routes.privacy) && <a href={routes.privacy}>How we use your data</a>}
      </p>
      <AddressField />
      <PasswordField isNew value={password} onChange={setPassword} />
    </StepForm>
  );
}
