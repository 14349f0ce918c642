import { useState } from 'react';
import { passwordStrength } from '../model/password-strength.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { replacePassword } from '../store/account.ts';
import { Panel } from './Panel.tsx';
import { useSaving } from './saving.ts';
import styles from './account.module.css';

export function PasswordPanel({ name }: { readonly name: string }) {
  const [password, setPassword] = useState('');
  const saving = useSaving();

  const save = async () => {
    if (await saving.run(() => replacePassword(password), 'Password changed.')) {
      setPassword('');
    }
  };

  return (
    <Panel title="Password" about="Three or four unrelated words make a good one." saving={saving}>
      <form
        className={styles['stack']}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
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
        <Field
          label="New password"
          type="password"
          name="password"
          autoComplete="new-password"
          maxLength={72}
          hint={<span aria-live="polite">{passwordStrength(password).words}</span>}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" pending={saving.isPending}>
          Change password
        </Button>
      </form>
    </Panel>
  );
}
