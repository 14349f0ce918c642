import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { finishFactor } from '../store/account.ts';
import { QrCode } from './QrCode.tsx';
import type { Saving } from './saving.ts';
import styles from './account.module.css';

type Props = {
  readonly factor: { readonly id: string; readonly secret: string; readonly uri: string };
  readonly saving: Saving;
  readonly onEnd: () => void;
};

export function NewFactor({ factor, saving, onEnd }: Props) {
  const [code, setCode] = useState('');

  const finish = async () => {
    if (await saving.run(() => finishFactor(factor.id, code), 'Authenticator app added.')) onEnd();
  };

  return (
    <form
      className={styles['stack']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void finish();
      }}
    >
      <p>Scan this with your app or type in the key.</p>
      <div>
        <QrCode text={factor.uri} label="QR code of the key below" />
      </div>
      <p>
        Key:{' '}
        <code className={styles['key']} data-secret>
          {factor.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <Field
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className={styles['row']}>
        <Button type="submit" look="primary" pending={saving.isPending}>
          Set up
        </Button>
        <Button look="quiet" onClick={onEnd}>
          Not now
        </Button>
      </div>
    </form>
  );
}
