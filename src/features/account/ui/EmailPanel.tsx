import { useState } from 'react';
import { parseEmail } from '#shared/contact-address.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { askForNewEmail } from '../store/account.ts';
import { ownFailure } from '../store/auth-failure.ts';
import { Panel } from './Panel.tsx';
import { useSaving } from './saving.ts';
import styles from './account.module.css';

export function EmailPanel({ email }: { readonly email: string | null }) {
  const [wanted, setWanted] = useState('');
  const saving = useSaving();

  const ask = async () => {
    const parsed = parseEmail(wanted);
    if (!parsed.ok) return saving.refuse(ownFailure(parsed.error));
    const words =
      email === null
        ? `Confirm the change in the e-mail we sent to ${parsed.value.value}.`
        : `We sent an e-mail to ${email} and one to ${parsed.value.value}. Open the links in both to confirm the change.`;
    await saving.run(() => askForNewEmail(parsed.value.value), words);
  };

  return (
    <Panel
      title="E-mail address"
      about={email === null ? 'None yet.' : <>You sign in with {email}.</>}
      saving={saving}
    >
      <form
        className={styles['stack']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <Field
          label="New e-mail address"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Button type="submit" pending={saving.isPending}>
          Change e-mail address
        </Button>
      </form>
    </Panel>
  );
}
