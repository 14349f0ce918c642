import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { accountState, newRecoveryCodes } from '#stores/account.ts';
import { Failure } from './Panel.tsx';
import { useSaving } from './saving.ts';
import styles from './account.module.css';

export function RecoveryCodes() {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const state = useStore(accountState.$state);
  const saving = useSaving();
  const left = state.status === 'ready' ? state.value.recoveryCodes : 0;

  const make = () =>
    saving.run(async () => {
      const made = await newRecoveryCodes();
      if (made.codes !== null) setCodes(made.codes);
      return made.failure;
    }, '');

  return (
    <div className={styles['stack']}>
      {saving.failure !== null && <Failure failure={saving.failure} />}
      {codes === null ? (
        <p>
          {left === 0
            ? 'You have no recovery codes: whoever loses the app without one is locked out.'
            : `${left} recovery codes are waiting where you keep them.`}
        </p>
      ) : (
        <Notice tone="caution" title="Keep these where you find them without your phone">
          <p>Each opens your account once and removes the app. They are not shown again.</p>
          <ol className={styles['codes']}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </Notice>
      )}
      <Button pending={saving.isPending} onClick={() => void make()}>
        {left === 0 ? 'Make recovery codes' : 'Make new recovery codes'}
      </Button>
    </div>
  );
}
