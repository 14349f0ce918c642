import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { useStore } from '@nanostores/react';
import { routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { safeReturnPath } from '#shared/return-path.ts';
import { openAuth } from '../store/auth-modal.ts';
import { $session, type Session } from '../store/session.ts';

type Person = Extract<Session, { readonly status: 'signed-in' }>;

type Props = {
  readonly title: string;
  readonly why: string;
  /** Not where a mail brought the person for something that needs no sign-in. */
  readonly asksAtOnce?: boolean;
  readonly children: (person: Person) => ReactNode;
};

/** Where a link such as /user?next=/cart leads once somebody is signed in. */
function wantedPath(): string | null {
  return safeReturnPath(new URLSearchParams(globalThis.location.search).get('next'));
}

function askToSignIn(): void {
  const returnTo = wantedPath();
  openAuth({ reason: 'account', ...(returnTo === null ? {} : { returnTo }) });
}

/** Shows what is inside to whoever is signed in, and asks everybody else to sign in. */
export function AccountGate({ title, why, asksAtOnce = true, children }: Props) {
  const session = useStore($session);
  const [last, setLast] = useState<Person | null>(null);
  const isOut = session.status === 'signed-out';
  if (session.status === 'signed-in' && session !== last) setLast(session);

  // Whoever comes here wants in; whoever has just left does not.
  useEffect(() => {
    if (asksAtOnce && $session.get().status === 'signed-out') askToSignIn();
  }, [asksAtOnce]);

  if (session.status === 'unknown') return <Skeleton lines={6} label="Loading your account" />;
  // What was being typed stays where it is until the same person is back.
  if (isOut && session.wasLost && last !== null) {
    return (
      <>
        <Notice tone="caution" title="Your session has ended">
          <p>What you typed is still here.</p>
          <Button look="primary" onClick={() => openAuth({ reason: 'session-lost' })}>
            Sign in again
          </Button>
        </Notice>
        <Fragment key={last.userId}>{children(last)}</Fragment>
      </>
    );
  }
  if (isOut) {
    return (
      <EmptyState
        title={title}
        actions={
          <>
            <Button look="primary" onClick={askToSignIn}>
              Sign in
            </Button>
            <a href={routes.home}>See what’s on sale now</a>
          </>
        }
      >
        {why}
      </EmptyState>
    );
  }
  if (session.isSecondFactorDue) {
    return (
      <EmptyState
        title="One more step"
        actions={
          <Button look="primary" onClick={() => openAuth({ reason: 'second-factor' })}>
            Enter the code
          </Button>
        }
      >
        Enter the code from your authenticator app to open your account.
      </EmptyState>
    );
  }
  return (
    <>
      {null}
      <Fragment key={session.userId}>{children(session)}</Fragment>
    </>
  );
}
