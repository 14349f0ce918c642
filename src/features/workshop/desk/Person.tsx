import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { DeskRole } from '#desk-kit/model/desk-rights.ts';
import { routes } from '#routes.ts';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { $session, leaveSession } from '#features/account/store/session.ts';
import { Button } from '#ui/react/Button.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import styles from './desk-nav.module.css';

/** Who is signed in here, as what, and the way out. */
export function Person({ role }: { readonly role: DeskRole }) {
  const session = useStore($session);
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  if (session.status !== 'signed-in') return null;
  const name = session.email ?? session.phone ?? '';
  const leave = async () => {
    setLeaving(true);
    setFailure(await leaveSession('local'));
    setLeaving(false);
  };
  return (
    <section className={styles['person']} aria-label="Signed in">
      <a href={routes.account} title={name}>
        {name}
      </a>
      <span>{role.charAt(0).toUpperCase() + role.slice(1)}</span>
      <Button
        size="small"
        look="quiet"
        pending={isLeaving}
        onClick={() => askToDiscard(() => void leave())}
      >
        Sign out
      </Button>
      {failure !== null && <p role="alert">{[failure.title, ...failure.help].join(' ')}</p>}
    </section>
  );
}
