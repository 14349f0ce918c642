import { useStore } from '@nanostores/react';
import { Dialog } from '#ui/react/Dialog.tsx';
import { $step, leaveFlow, type AuthStep } from '../../store/auth-flow.ts';
import { $authRequest, type AuthReason } from '../../store/auth-modal.ts';
import { CodeStep } from './CodeStep.tsx';
import { ForgottenStep } from './ForgottenStep.tsx';
import { LandingStep } from './LandingStep.tsx';
import { LinkFailedStep } from './LinkFailedStep.tsx';
import { NewPasswordStep } from './NewPasswordStep.tsx';
import { RecoveryCodeStep } from './RecoveryCodeStep.tsx';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import { SignInStep } from './SignInStep.tsx';
import { SignUpStep } from './SignUpStep.tsx';

const titles: Readonly<Record<AuthStep['name'], string>> = {
  'sign-in': 'Sign in',
  'sign-up': 'Make an account',
  code: 'Enter your code',
  forgotten: 'Choose a new password',
  'new-password': 'Choose a new password',
  'second-factor': 'One more step',
  'recovery-code': 'Use a recovery code',
  landing: 'One moment',
  'half-way': 'Half of it is done',
  'link-failed': 'This link does not work here',
};

const leads: Readonly<Partial<Record<AuthReason, string>>> = {
  checkout: 'Your cart stays as it is.',
  list: 'A place on a list belongs to an account, so that it can be yours alone.',
  design: 'Your design stays as it is, and is kept in your account afterwards.',
  staff: 'This desk is for people who work here.',
  'session-lost': 'Your session has ended. What you typed is still on the page behind this.',
};

export function AuthModal() {
  const request = useStore($authRequest);
  const step = useStore($step);
  const lead = request === null || step.name !== 'sign-in' ? undefined : leads[request.reason];
  return (
    <Dialog open={request !== null} title={titles[step.name]} onClose={() => void leaveFlow()}>
      {request !== null && (
        <>
          {lead !== undefined && <p className="soft">{lead}</p>}
          <Step key={step.name} step={step} />
        </>
      )}
    </Dialog>
  );
}

function Step({ step }: { readonly step: AuthStep }) {
  switch (step.name) {
    case 'sign-in':
      return <SignInStep />;
    case 'sign-up':
      return <SignUpStep />;
    case 'code':
      return <CodeStep purpose={step.purpose} contact={step.contact} />;
    case 'forgotten':
      return <ForgottenStep />;
    case 'new-password':
      return <NewPasswordStep />;
    case 'second-factor':
      return <SecondFactorStep isForPassword={step.isForPassword} />;
    case 'recovery-code':
      return <RecoveryCodeStep isForPassword={step.isForPassword} />;
    case 'half-way':
      return (
        <p>
          This mailbox has agreed. Now press the link in the mail that went to the other address:
          until then nothing changes.
        </p>
      );
    case 'landing':
      return <LandingStep />;
    case 'link-failed':
      return <LinkFailedStep purpose={step.purpose} />;
  }
}
