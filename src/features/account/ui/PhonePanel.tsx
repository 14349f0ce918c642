import { useState } from 'react';
import { parsePhone } from '#shared/contact-address.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { askForNewPhone, proveNewPhone } from '../store/account.ts';
import { ownFailure } from '../store/auth-failure.ts';
import { Panel } from './Panel.tsx';
import { useSaving } from './saving.ts';
import styles from './account.module.css';

export function PhonePanel({ phone }: { readonly phone: string | null }) {
  const [wanted, setWanted] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const saving = useSaving();

  const ask = async () => {
    const parsed = parsePhone(wanted);
    if (!parsed.ok) return saving.refuse(ownFailure(parsed.error));
    const { value } = parsed.value;
    if (await saving.run(() => askForNewPhone(value), `We sent a code to ${value}.`)) {
      setAsked(value);
    }
  };

  const prove = async (number: string) => {
    if (await saving.run(() => proveNewPhone(number, code), 'Number confirmed.')) {
      setAsked(null);
      setCode('');
      setWanted('');
    }
  };

  return (
    <Panel
      title="Phone number"
      about={
        phone === null ? 'A second way to sign in (optional).' : <>You can sign in with {phone}.</>
      }
      saving={saving}
    >
      <form
        className={styles['stack']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void (asked === null ? ask() : prove(asked));
        }}
      >
        <Field
          label="New phone number"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          readOnly={asked !== null}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        {asked !== null && (
          <Field
            label="Code from the text message"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Button type="submit" pending={saving.isPending}>
          {asked !== null
            ? 'Confirm number'
            : phone === null
              ? 'Add phone number'
              : 'Change phone number'}
        </Button>
      </form>
    </Panel>
  );
}
