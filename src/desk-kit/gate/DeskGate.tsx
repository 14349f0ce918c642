import { useStore } from '@nanostores/react';
import { useState, type ReactNode } from 'react';
import { deskRights, mayOpen, type DeskName, type DeskRole } from '../model/desk-rights.ts';
import { momentWords } from '#shared/date-words.ts';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { DiscardQuestion } from '#ui/react/DiscardQuestion.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { routes } from '#routes.ts';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { $session, leaveSession } from '#features/account/store/session.ts';
import { DeskNotices } from '../ui/DeskNotices.tsx';
import { $factorDueAt } from '../store/factor-deadline.ts';
import { $deskDoor, retryStaff } from '../store/staff.ts';

export type { DeskRole } from '../model/desk-rights.ts';

type Props = {
  /** As a sentence names it: "the products desk". */
  readonly name: string;
  readonly desk: DeskName;
  /** Called only when the person may be here, so that nothing is asked for anyone else. */
  readonly renderDesk: (role: DeskRole) => ReactNode;
};

/** The one door of every desk. What it hides is hidden for real by the database. */
export function DeskGate({ name, desk, renderDesk }: Props) {
  // Prerendered before anybody was known; another island may have learnt it before this one hydrates.
  const door = useStore($deskDoor, { ssr: 'initial' });
  if (door.status === 'unknown') return <Skeleton lines={8} label="Checking your access" />;
  if (door.status === 'failed') {
    return (
      <NotRead
        title="Your access could not be checked"
        message={door.message}
        onAgain={() => void retryStaff()}
      />
    );
  }
  if (door.status === 'signed-out') return <SignedOut name={name} />;
  if (door.status === 'second-factor') return <CodeDue name={name} />;
  if (door.status === 'factor-missing') return <FactorMissing name={name} />;
  if (door.status === 'outsider') return <Outsider name={name} />;
  if (!mayOpen(door.role, desk)) {
    return (
      <EmptyState
        title={`${sentence(name)} can’t be opened with your role`}
        actions={<ButtonLink href={routes.admin.home}>Go to the desk’s home</ButtonLink>}
      >
        Your role is {door.role}. {sentence(name)} is open to {listed(deskRights[desk])}. An owner
        of the shop can change your role.
      </EmptyState>
    );
  }
  return (
    <IslandBoundary label={name}>
      <FactorNotice />
      {renderDesk(door.role)}
      <DiscardQuestion />
      <DeskNotices />
    </IslandBoundary>
  );
}

function SignedOut({ name }: Pick<Props, 'name'>) {
  const session = useStore($session, { ssr: 'initial' });
  const wasLost = session.status === 'signed-out' && session.wasLost;
  return (
    <EmptyState
      title={wasLost ? 'You have been signed out' : 'Sign in to use this desk'}
      actions={
        <Button look="primary" onClick={signInHere}>
          Sign in with a staff account
        </Button>
      }
    >
      {wasLost
        ? `Your session has ended. Sign in again to continue in ${name}.`
        : `${sentence(name)} is for staff only.`}
    </EmptyState>
  );
}

function CodeDue({ name }: Pick<Props, 'name'>) {
  return (
    <EmptyState
      title="One more step"
      actions={
        <Button look="primary" onClick={() => openAuth({ reason: 'second-factor' })}>
          Enter the code
        </Button>
      }
    >
      {sentence(name)} opens when you enter the code from your authenticator app.
    </EmptyState>
  );
}

function FactorMissing({ name }: Pick<Props, 'name'>) {
  return (
    <EmptyState
      title="Add an authenticator app first"
      actions={
        <ButtonLink look="primary" href={routes.accountDetails}>
          Go to your account page
        </ButtonLink>
      }
    >
      Everyone who works here signs in with a password and a code from an app, so nobody gets in
      with a stolen password. On your account page, under Authenticator app, press Add an
      authenticator app. {sentence(name)} opens as soon as it is set up.
    </EmptyState>
  );
}

/** While there is still time to add one; who has an app asks nothing. */
function FactorNotice() {
  const session = useStore($session, { ssr: 'initial' });
  return session.status === 'signed-in' && !session.hasSecondFactor ? <FactorDue /> : null;
}

function FactorDue() {
  const dueAt = useStore($factorDueAt);
  if (dueAt === null) return null;
  return (
    <Notice tone="info" role="note" title={`Add an authenticator app by ${momentWords(dueAt)}`}>
      <p>
        After that, the desks open only with a code from the app.{' '}
        <a href={routes.accountDetails}>Add it on your account page</a>; it takes two minutes.
      </p>
    </Notice>
  );
}

/** Signed in, and a stranger here all the same. */
function Outsider({ name }: Pick<Props, 'name'>) {
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const change = async () => {
    setLeaving(true);
    const failed = await leaveSession('local');
    setLeaving(false);
    setFailure(failed);
    if (failed === null) signInHere();
  };
  return (
    <>
      <EmptyState
        title={`${sentence(name)} can’t be opened with your role`}
        actions={
          <>
            <ButtonLink look="primary" href={routes.home}>
              Go to the shop
            </ButtonLink>
            <Button pending={isLeaving} onClick={() => void change()}>
              Sign in with another account
            </Button>
          </>
        }
      >
        You are signed in, but this account is not staff. An owner of the shop can add it.
      </EmptyState>
      {failure !== null && (
        <Notice tone="fault" role="alert" title={failure.title}>
          {failure.help.join(' ')}
        </Notice>
      )}
    </>
  );
}

function signInHere(): void {
  openAuth({ reason: 'staff', returnTo: location.pathname + location.search });
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @example listed(['owner', 'editor']) // 'owners and editors' */
function listed(roles: readonly DeskRole[]): string {
  const named = roles.map((role) => (role === 'owner' || role === 'editor' ? `${role}s` : role));
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
