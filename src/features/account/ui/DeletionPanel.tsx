import { useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { accountState, startDeletion, takeDeletionBack } from '../store/account.ts';
import { Panel } from './Panel.tsx';
import { useSaving } from './saving.ts';
import { Shown } from './Shown.tsx';
import styles from './account.module.css';

export function DeletionPanel() {
  const [isSure, setSure] = useState(false);
  const saving = useSaving();
  return (
    <Panel
      title="Delete account"
      about="We delete your addresses, designs and places on lists. We keep your orders in our records without your name. If an order is still on its way, we keep its address until it arrives."
      saving={saving}
    >
      <Shown resource={accountState} lines={2} label="Loading your account">
        {({ deletion_due_at: deletionDueAt }) =>
          deletionDueAt === null ? (
            <div className={styles['stack']}>
              <Choice
                type="checkbox"
                label="Yes, delete my account in two weeks"
                hint="Until then you can cancel here or from the e-mail we send."
                checked={isSure}
                onChange={(event) => setSure(event.target.checked)}
              />
              <Button
                look="danger"
                disabled={!isSure}
                pending={saving.isPending}
                onClick={() => void saving.run(startDeletion, '')}
              >
                Delete my account
              </Button>
            </div>
          ) : (
            <Notice
              tone="caution"
              title={`Your account will be deleted on ${momentWords(deletionDueAt)}`}
            >
              <Button
                pending={saving.isPending}
                onClick={() => void saving.run(takeDeletionBack, 'Your account will be kept.')}
              >
                Keep my account
              </Button>
            </Notice>
          )
        }
      </Shown>
    </Panel>
  );
}
