import { useStore } from '@nanostores/react';
import { momentWords } from '#shared/date-words.ts';
import { routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { leaveSession, $session } from '#features/account/store/session.ts';
import { Failure } from '#features/account/ui/Panel.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import type { OpenInvitation } from '../api/staff-invitations.ts';
import {
  $ownInvitation,
  acceptInvitation,
  readInvitation,
  setInvitationAside,
  signInToAccept,
} from '../store/own-invitation.ts';
import { roleWords } from '../store/staff-list.ts';
import styles from '#features/account/ui/account.module.css';

/** What the link of an invitation's mail leads to, above the account of whoever opened it. */
export function StaffInvitation() {
  const state = useStore($ownInvitation);
  switch (state.status) {
    case 'none':
      return null;
    case 'loading':
      return <Skeleton lines={3} label="Loading your invitation" />;
    case 'failed':
      return (
        <Notice
          tone={state.isDead ? 'caution' : 'fault'}
          role="alert"
          title={state.isDead ? 'This invitation no longer works' : state.failure.title}
        >
          <p>{state.isDead ? state.failure.title : state.failure.help.join(' ')}</p>
          {state.isDead ? (
            <Button onClick={setInvitationAside}>Close</Button>
          ) : (
            <Button onClick={() => void readInvitation()}>Try again</Button>
          )}
        </Notice>
      );
    case 'open':
      return <Open invitation={state.invitation} />;
    case 'accepted':
      return (
        <Notice tone="info" title={`You now work here as ${state.accepted.role}`}>
          {state.accepted.factor_due_at !== null && (
            <p>
              Add an authenticator app to your account by{' '}
              {momentWords(state.accepted.factor_due_at)}. Until you do, the workshop closes for you
              then.
            </p>
          )}
          <p className={styles['row']}>
            <ButtonLink look="primary" href={routes.admin.home}>
              Open the workshop
            </ButtonLink>
            <ButtonLink href={routes.accountDetails}>Add an authenticator app</ButtonLink>
          </p>
        </Notice>
      );
  }
}

function Open({ invitation }: { readonly invitation: OpenInvitation }) {
  const session = useStore($session);
  const saving = useSaving();
  const { email, role, expires_at: expiresAt } = invitation;
  const isIn = session.status === 'signed-in' && !session.isSecondFactorDue;
  const isOther = isIn && session.email?.toLowerCase() !== email;
  return (
    <Notice tone="info" title={`You are invited to work at Keywright as ${role}`}>
      <p>
        The invitation is for <b className={styles['key']}>{email}</b> and ends on{' '}
        {momentWords(expiresAt)}. You could then {roleWords[role]}.
      </p>
      {isOther && (
        <p>
          You are signed in as <b className={styles['key']}>{session.email ?? session.phone}</b>.
          Sign out to continue with the address that was invited.
        </p>
      )}
      {saving.failure !== null && <Failure failure={saving.failure} />}
      <p className={styles['row']}>
        {isOther ? (
          <Button look="primary" onClick={() => void leaveSession('local')}>
            Sign out
          </Button>
        ) : isIn ? (
          <Button
            look="primary"
            pending={saving.isPending}
            onClick={() => void saving.run(acceptInvitation, '')}
          >
            Accept invitation
          </Button>
        ) : (
          <Button look="primary" onClick={() => signInToAccept(invitation)}>
            {invitation.has_account ? 'Sign in to accept' : 'Create an account to accept'}
          </Button>
        )}
        <Button look="quiet" onClick={setInvitationAside}>
          Not now
        </Button>
      </p>
    </Notice>
  );
}
