import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { acceptInvitation, askForRecovery } from '../../store/auth-actions.ts';
import { $address } from '../../store/auth-flow.ts';
import { AddressField } from './AddressField.tsx';
import { CodeField } from './CodeField.tsx';
import { StepForm } from './StepForm.tsx';

/** The link of an invitation signs nobody in: this browser did not ask for it, so its code is typed. */
export function InvitationStep() {
  const address = useStore($address);
  const [code, setCode] = useState('');
  return (
    <StepForm
      action="Accept the invitation"
      onSubmit={() => acceptInvitation(address, code)}
      foot={
        <Button look="quiet" onClick={() => void askForRecovery(address)}>
          Send a new code
        </Button>
      }
    >
      <p className="soft">
        Enter the address that was invited and the code from the same e-mail. Then choose a
        password.
      </p>
      <AddressField mailOnly />
      <CodeField
        label="Code"
        hint="Six digits. It works for an hour."
        isFirst={false}
        value={code}
        onChange={setCode}
      />
    </StepForm>
  );
}
