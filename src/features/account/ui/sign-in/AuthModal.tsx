import { useStore } from '@nanostores/react';
import { Dialog } from '#ui/react/Dialog.tsx';
import { latePart } from '#ui/react/late-part.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $step, leaveFlow, type AuthStep } from '../../store/auth-flow.ts';
import { $authRequest, type AuthReason } from '../../store/auth-modal.ts';
import { SignInStep } from './SignInStep.tsx';
import styles from './auth.module.css';

/** After a first answer, or for whoever comes from a mail: others never load them. */
const loadLater = () => import('./later-steps.ts');
const waiting = <Skeleton lines={3} label="Loading the next step" />;
const CodeStep = latePart({ load: async () => (await loadLater()).CodeStep, waiting });
const ForgottenStep = latePart({ load: async () => (await loadLater()).ForgottenStep, waiting });
const InvitationStep = latePart({
  load: async () => (await loadLater()).InvitationStep,
  waiting,
});
const LandingStep = latePart({ load: async () => (await loadLater()).LandingStep, waiting });
const LinkFailedStep = latePart({ load: async () => (await loadLater()).LinkFailedStep, waiting });
const NewPasswordStep = latePart({
  load: async () => (await loadLater()).NewPasswordStep,
  waiting,
});
const RecoveryCodeStep = latePart({
  load: async () => (await loadLater()).RecoveryCodeStep,
  waiting,
});
const SignUpStep = latePart({ load: async () => (await loadLater()).SignUpStep, waiting });
const SecondFactorStep = latePart({
  load: async () => (await loadLater()).SecondFactorStep,
  waiting,
});

const titles: Readonly<Record<AuthStep['name'], string>> = {
  'sign-in': 'Sign in',
  'sign-up': 'Create account',
  code: 'Enter your code',
  forgotten: 'Reset your password',
  'new-password': 'Choose a new password',
  'second-factor': 'One more step',
  'recovery-code': 'Use a recovery code',
  invitation: 'Accept your invitation',
  landing: 'One moment',
  'half-way': 'One more e-mail to confirm',
  'link-failed': 'This link does not work here',
};

const leads: Readonly<Partial<Record<AuthReason, string>>> = {
  checkout: 'Your cart is kept.',
  list: 'List places belong to an account, so sign in to join.',
  design: 'Your design is kept and will be saved to your account.',
  staff: 'This desk is for staff.',
  'code-again':
    'Your last code is too old for changes in the workshop. Enter a new one to save your change.',
  'session-lost': 'Your session has ended. What you typed is still on the page behind this.',
};

export function AuthModal() {
  const request = useStore($authRequest);
  const step = useStore($step);
  const isAgain = request?.reason === 'code-again' && step.name === 'second-factor';
  const hasLead = step.name === 'sign-in' || isAgain;
  const lead = request === null || !hasLead ? undefined : leads[request.reason];
  const title = isAgain ? 'Enter your code again' : titles[step.name];
  return (
    <Dialog open={request !== null} title={title} onClose={() => void leaveFlow()}>
      {request !== null && (
        <>
          {lead !== undefined && <p className={`soft ${styles['lead']}`}>{lead}</p>}
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
        <p>This address is confirmed. Now open the link in the e-mail to your other address.</p>
      );
    case 'invitation':
      return <InvitationStep />;
    case 'landing':
      return <LandingStep />;
    case 'link-failed':
      return <LinkFailedStep purpose={step.purpose} />;
  }
}
