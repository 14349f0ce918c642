import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { beginFactor, dropFactor, factors } from '../store/account.ts';
import { NewFactor } from './NewFactor.tsx';
import { Panel } from './Panel.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useSaving } from './saving.ts';
import { Shown } from './Shown.tsx';
import styles from './account.module.css';

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
    <Panel
      title="Authenticator app"
      about="A second step when you sign in: a stolen password alone opens nothing."
      saving={saving}
    >
      <Shown resource={factors} lines={2} label="Looking for your app">
        {(value) => {
          const [factor] = value;
          if (factor !== undefined) {
            return (
              <div className={styles['stack']}>
                <p>An app is set up. Signing in asks for its code.</p>
                <RecoveryCodes owner={owner} />
                <Button
                  look="danger"
                  pending={saving.isPending}
                  onClick={() =>
                    void saving.run(() => dropFactor(factor.id), 'The app is removed.')
                  }
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
