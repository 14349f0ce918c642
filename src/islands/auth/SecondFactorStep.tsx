import { useState } from 'react';
import { enterSecondFactor } from '#stores/auth-actions.ts';
import { CodeField } from './CodeField.tsx';
import { StepForm } from './StepForm.tsx';

export function SecondFactorStep() {
  const [code, setCode] = useState('');
  return (
    <StepForm action="Go on" onSubmit={() => enterSecondFactor(code)}>
      <CodeField
        label="Code of your authenticator app"
        hint="Six digits, new every 30 seconds."
        value={code}
        onChange={setCode}
      />
    </StepForm>
  );
}
