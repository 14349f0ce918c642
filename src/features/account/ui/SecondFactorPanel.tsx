import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { accountState, beginFactor, dropFactor, factors } from '../store/account.ts';
import { NewFactor } from './NewFactor.tsx';
import { Panel } from './Panel.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useSaving } from './saving.ts';
import { Shown } from './Shown.tsx';
import styles from './account.module.css';

/** Of staff the database asks for it at every call; of customers the sign-in does. */
function About() {
  const account = useStore(accountState.$state);
  const [now] = useState(() => Date.now());
  const worksHere = account.status === 'ready' && account.value.works_here;
  if (!worksHere)
    return 'A second step when you sign in: after your password, you enter a code from the app.';
  const { factor_due_at: factorDueAt } = account.value;
  if (factorDueAt === null)
    return 'A second step when you sign in, so nobody gets in with a stolen password alone.';
  return Date.parse(factorDueAt) <= now
    ? 'A second step when you sign in. You need it to open the desks.'
    : `A second step when you sign in. You will need it to open the desks from ${momentWords(factorDueAt)}.`;
}

type Started = { readonly id: string; readonly secret: string; readonly uri: string };

/** `owner` is the address or number of the account. */
export function SecondFactorPanel({ owner }: { readonly owner: string }) {
  const [started, setStarted] = useState<Started | null>(null);
  const saving = useSaving();

  const begin = () =>
    saving.run(async () => {
      const { factor, failure } = await beginFactor();
      setStarted(factor);
      return failure;
    }, '');

  return (
    <Panel title="Authenticator app" about={<About />} saving={saving}>
      <Shown resource={factors} lines={2} label="Loading your authenticator app">
        {(value) => {
          const [factor] = value;
          if (factor !== undefined) {
            return (
              <div className={styles['stack']}>
                <p>An app is set up. You enter its code when you sign in.</p>
                <RecoveryCodes owner={owner} />
                <Button
                  look="danger"
                  pending={saving.isPending}
                  onClick={() => void saving.run(() => dropFactor(factor.id), 'App removed.')}
                >
                  Remove the app
                </Button>
              </div>
            );
          }
          if (started !== null) {
            return <NewFactor factor={started} saving={saving} onEnd={() => setStarted(null)} />;
          }
          return (
            <Button pending={saving.isPending} onClick={() => void begin()}>
              Add an authenticator app
            </Button>
          );
        }}
      </Shown>
    </Panel>
  );
}
