import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { enterRecoveryCode } from '#stores/auth-actions.ts';
import { goTo } from '#stores/auth-flow.ts';
import { firstField } from './first-field.ts';
import { StepForm } from './StepForm.tsx';

export function RecoveryCodeStep({ isForPassword }: { readonly isForPassword: boolean }) {
  const [code, setCode] = useState('');
  return (
    <StepForm
      action="Use this code"
      onSubmit={() => enterRecoveryCode(code)}
      foot={
        <Button look="quiet" onClick={() => goTo({ name: 'second-factor', isForPassword })}>
          I have the app after all
        </Button>
      }
    >
      <Field
        ref={firstField}
        label="Recovery code"
        hint="It removes the lost app from your account. Add a new one afterwards."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </StepForm>
  );
}
