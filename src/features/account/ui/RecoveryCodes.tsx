import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { accountState, newRecoveryCodes } from '../store/account.ts';
import { CodeSheet } from './CodeSheet.tsx';
import { Failure } from './Panel.tsx';
import { useSaving } from './saving.ts';
import { Shown } from './Shown.tsx';
import styles from './account.module.css';

function leftWords(left: number): string {
  if (left === 0) {
    return 'You have no recovery codes. Create some now: if you lose your phone without one, you are locked out.';
  }
  return left === 1
    ? 'You have 1 unused recovery code.'
    : `You have ${left} unused recovery codes.`;
}

/** `owner` is the address or number of the account, which the saved codes name. */
export function RecoveryCodes({ owner }: { readonly owner: string }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const saving = useSaving();

  const make = () =>
    saving.run(async () => {
      const made = await newRecoveryCodes();
      if (made.codes !== null) setCodes(made.codes);
      return made.failure;
    }, '');

  return (
    <div className={styles['stack']}>
      {saving.failure !== null && <Failure failure={saving.failure} />}
      {/* Codes are shown once: no answer about the account may take them away. */}
      {codes !== null && <CodeSheet codes={codes} owner={owner} />}
      <Shown resource={accountState} lines={2} label="Loading your recovery codes">
        {({ recovery_codes: left }) => (
          <>
            <p>{leftWords(left)}</p>
            <Button pending={saving.isPending} onClick={() => void make()}>
              {left === 0 ? 'Create recovery codes' : 'Create new recovery codes'}
            </Button>
          </>
        )}
      </Shown>
    </div>
  );
}
