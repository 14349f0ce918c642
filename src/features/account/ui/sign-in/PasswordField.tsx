import { useState } from 'react';
import { passwordStrength } from '../../model/password-strength.ts';
import { Choice } from '#ui/react/Choice.tsx';
import { Field } from '#ui/react/Field.tsx';
import { firstField } from './first-field.ts';
import styles from './auth.module.css';

type Props = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isNew?: boolean;
  readonly isFirst?: boolean;
};

export function PasswordField({ value, onChange, isNew = false, isFirst = false }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles['password']}>
      <Field
        ref={isFirst ? firstField : undefined}
        label={isNew ? 'New password' : 'Password'}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={72}
        value={value}
        hint={isNew ? <Strength password={value} /> : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <Choice
        type="checkbox"
        label="Show password"
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
    </div>
  );
}

function Strength({ password }: { readonly password: string }) {
  const { score, words } = passwordStrength(password);
  return (
    <span className={styles['strength']}>
      <span className={styles['keys']} data-score={score} aria-hidden="true">
        {[1, 2, 3, 4].map((key) => (
          <span key={key} className={key <= score ? styles['down'] : undefined} />
        ))}
      </span>
      <span aria-live="polite">{words}</span>
    </span>
  );
}
