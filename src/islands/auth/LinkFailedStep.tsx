import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#islands/ui/Button.tsx';
import { enterCodeOf } from '#stores/auth-actions.ts';
import { $address, goTo } from '#stores/auth-flow.ts';
import { AddressField } from './AddressField.tsx';
import { CodeField } from './CodeField.tsx';
import { StepForm } from './StepForm.tsx';

type Props = { readonly purpose: 'sign-up' | 'sign-in' | 'recovery' };

export function LinkFailedStep({ purpose }: Props) {
  const [code, setCode] = useState('');
  const address = useStore($address);
  return (
    <StepForm
      action="Go on"
      onSubmit={() => enterCodeOf(address, code, purpose)}
      foot={
        <Button
          look="quiet"
          onClick={() => goTo({ name: purpose === 'recovery' ? 'forgotten' : 'sign-in' })}
        >
          {purpose === 'recovery' ? 'Ask for a new mail' : 'Sign in another way'}
        </Button>
      }
    >
      <p>
        It was used before, is more than an hour old, or was opened in another browser than the one
        that asked for it. The code in the same mail works everywhere, once.
      </p>
      <AddressField mailOnly />
      <CodeField
        isFirst={false}
        label="Code"
        hint="Six digits, in the mail that brought the link."
        value={code}
        onChange={setCode}
      />
    </StepForm>
  );
}
