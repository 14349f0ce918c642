import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import type { AuthFailure } from '#stores/auth-failure.ts';
import { leaveSession } from '#stores/session.ts';
import styles from './account.module.css';

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
