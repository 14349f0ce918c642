import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { enterSecondFactor } from '../../store/auth-actions.ts';
import { goTo } from '../../store/auth-flow.ts';
import { CodeField } from './CodeField.tsx';
import { StepForm } from './StepForm.tsx';

export function SecondFactorStep({ isForPassword }: { readonly isForPassword: boolean }) {
  const [code, setCode] = useState('');
  return (
    <StepForm
      action="Continue"
      onSubmit={() => enterSecondFactor(code)}
      foot={
        <Button look="quiet" onClick={() => goTo({ name: 'recovery-code', isForPassword })}>
          I lost the app
        </Button>
      }
    >
      <CodeField
        label="Code from your authenticator app"
        hint="Six digits, new every 30 seconds."
        value={code}
        onChange={setCode}
      />
    </StepForm>
  );
}
