import { momentWords } from '#shared/date-words.ts';
import { deviceName } from '../model/device-name.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { leaveAllOthers, leaveOther, sessions } from '../store/account.ts';
import { leaveSession, type SignOutScope } from '../store/session.ts';
import { Panel } from './Panel.tsx';
import { useSaving } from './saving.ts';
import { Shown } from './Shown.tsx';
import styles from './account.module.css';

export function SessionsPanel() {
  const saving = useSaving();
  const leave = (scope: SignOutScope) => void saving.run(() => leaveSession(scope), '');

  return (
    <Panel
      title="Where you are signed in"
      about="Don’t recognise a device? End its session, then change your password."
      saving={saving}
    >
      <Shown resource={sessions} lines={4} label="Loading your sessions">
        {(value) => (
          <ul className={styles['list']}>
            {value.map((session) => (
              <li key={session.id}>
                <div>
                  <b>{deviceName(session.user_agent)}</b>{' '}
                  {session.is_current && <Badge tone="good">This device</Badge>}
                  <p className="soft">Last used {momentWords(session.last_used_at)}</p>
                </div>
                {!session.is_current && (
                  <Button
                    size="small"
                    aria-label={`End the session on ${deviceName(session.user_agent)}`}
                    onClick={() => void saving.run(() => leaveOther(session.id), 'Session ended.')}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Shown>
      <div className={styles['row']}>
        <Button onClick={() => leave('local')}>Sign out here</Button>
        <Button
          onClick={() => void saving.run(leaveAllOthers, 'All other devices have been signed out.')}
        >
          Sign out everywhere else
        </Button>
        <Button look="danger" onClick={() => leave('global')}>
          Sign out everywhere
        </Button>
      </div>
    </Panel>
  );
}
