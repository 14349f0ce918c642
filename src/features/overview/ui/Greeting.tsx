import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $staff } from '#desk-kit/store/staff.ts';
import { routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { leaveSession } from '#features/account/store/session.ts';
import styles from '#features/account/ui/account.module.css';

export function Greeting({ label }: { readonly label: string }) {
  const role = useStore($staff);
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
        Signed in as <b>{label}</b>
      </p>
      <div className={styles['keys']}>
        {role !== null && (
          <ButtonLink size="small" href={routes.admin.home}>
            Open the workshop
          </ButtonLink>
        )}
        <Button size="small" pending={isLeaving} onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
      {failure !== null && (
        <Notice tone="fault" role="alert" title={failure.title}>
          {failure.help.join(' ')}
        </Notice>
      )}
    </div>
  );
}
