import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { choosePassword } from '../../store/auth-actions.ts';
import { $session } from '../../store/session.ts';
import { PasswordField } from './PasswordField.tsx';
import { StepForm } from './StepForm.tsx';

export function NewPasswordStep() {
  const [password, setPassword] = useState('');
  const session = useStore($session);
  const name = session.status === 'signed-in' ? (session.email ?? session.phone ?? '') : '';
  return (
    <StepForm action="Save password" onSubmit={() => choosePassword(password)}>
      <p className="soft">You are signed in. Use this password from now on.</p>
      {/* Tells a password manager whose password this is. */}
      <input
        className="visually-hidden"
        type="text"
        name="username"
        autoComplete="username"
        tabIndex={-1}
        aria-hidden="true"
        readOnly
        value={name}
      />
      <PasswordField isNew isFirst value={password} onChange={setPassword} />
    </StepForm>
  );
}
