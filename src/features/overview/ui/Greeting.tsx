import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { leaveSession } from '#features/account/store/session.ts';
import styles from '#features/account/ui/account.module.css';

export function Greeting({ name }: { readonly name: string }) {
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);

  const leave = async () => {
    setLeaving(true);
    setFailure(await leaveSession('local'));
    setLeaving(false);
  };

  return (
    <div className={styles['greeting']}>
      <p>
        Signed in as <b>{name}</b>
      </p>
      <Button size="small" pending={isLeaving} onClick={() => void leave()}>
        Sign out
      </Button>
      {failure !== null && (
        <Notice tone="fault" role="alert" title={failure.title}>
          {failure.help.join(' ')}
        </Notice>
      )}
    </div>
  );
}
