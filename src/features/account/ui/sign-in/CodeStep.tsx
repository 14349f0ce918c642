import { useState } from 'react';
import { useStore } from '@nanostores/react';
import type { Contact } from '#shared/contact-address.ts';
import { Button } from '#ui/react/Button.tsx';
import { enterCode, sendAgain } from '../../store/auth-actions.ts';
import { goTo } from '../../store/auth-flow.ts';
import { $waitSeconds } from '../../store/waiting.ts';
import { CodeField } from './CodeField.tsx';
import { StepForm } from './StepForm.tsx';

type Props = {
  readonly purpose: 'sign-up' | 'sign-in' | 'recovery';
  readonly contact: Contact;
};

const actions = { 'sign-up': 'Confirm', 'sign-in': 'Sign in', recovery: 'Continue' } as const;

export function CodeStep({ purpose, contact }: Props) {
  const [code, setCode] = useState('');
  const [sentAgain, setSentAgain] = useState(0);
  const waitSeconds = useStore($waitSeconds);
  const isMail = contact.kind === 'email';

  const resend = async () => {
    if (await sendAgain(contact, purpose)) setSentAgain((times) => times + 1);
  };

  return (
    <StepForm
      action={actions[purpose]}
      onSubmit={() => enterCode(contact, code, purpose)}
      foot={
        <>
          <Button look="quiet" disabled={waitSeconds > 0} onClick={() => void resend()}>
            {waitSeconds > 0 ? `Resend in ${waitSeconds} s` : 'Resend'}
          </Button>
          <Button look="quiet" onClick={() => goTo({ name: 'sign-in' })}>
            Use another way
          </Button>
        </>
      }
    >
      <p>
        {isMail ? 'An e-mail' : 'A text message'} is on its way to <b>{contact.value}</b>, if it is
        registered here. {isMail && 'Open its link in this browser, or enter its code.'}
      </p>
      <output>{sentAgain > 0 && 'Sent again. Use the newest one.'}</output>
      <CodeField
        label="Code"
        hint={isMail ? 'Six digits. Nothing yet? Check your spam folder.' : 'Six digits.'}
        value={code}
        onChange={setCode}
      />
    </StepForm>
  );
}
