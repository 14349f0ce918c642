import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { enterRecoveryCode } from '../../store/auth-actions.ts';
import { goTo } from '../../store/auth-flow.ts';
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
          I have the app
        </Button>
      }
    >
      <Field
        ref={firstField}
        label="Recovery code"
        hint="This removes the lost app from your account. Add a new one afterwards."
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
