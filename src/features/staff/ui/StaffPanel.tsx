import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { parseEmail } from '#shared/contact-address.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { Field, Select } from '#ui/react/Field.tsx';
import { $session } from '#features/account/store/session.ts';
import { giveRole, staffList, staffRoles } from '../store/staff-list.ts';
import { $staff } from '#desk-kit/store/staff.ts';
import { Panel } from '#features/account/ui/Panel.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { Shown } from '#features/account/ui/Shown.tsx';
import styles from '#features/account/ui/account.module.css';

/** For the owner alone; the database refuses everybody else. */
export function StaffPanel() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(staffRoles[3]);
  const [fault, setFault] = useState<string | null>(null);
  const [leaver, setLeaver] = useState<string | null>(null);
  const saving = useSaving();
  const session = useStore($session);
  const isOwn = session.status === 'signed-in' && session.email === leaver;

  // Nobody has such an account: that belongs to the address, not above the panel.
  const unknown = saving.failure?.kind === 'not_found' ? saving.failure.title : null;

  async function give() {
    const parsed = parseEmail(email);
    setFault(parsed.ok ? null : parsed.error);
    if (!parsed.ok) return;
    const { value } = parsed.value;
    const given = await saving.run(
      () => giveRole(value, role ?? 'support'),
      `${value} is now ${role}.`,
    );
    if (given) setEmail('');
  }
  function remove() {
    setLeaver(null);
    if (leaver === null) return;
    void saving.run(() => giveRole(leaver, null), `${leaver} is no longer staff.`);
  }

  return (
    <Panel
      title="Staff"
      about="Changes apply from the person’s next action and are kept in the audit log."
      saving={unknown === null ? saving : { ...saving, failure: null }}
    >
      <Shown resource={staffList} lines={4} label="Loading staff">
        {(people) => (
          <ul className={styles['list']}>
            {people.map((member) => (
              <li key={member.userId}>
                <div>
                  <b>{member.email}</b> <Badge>{member.role}</Badge>{' '}
                  {member.hasSecondFactor && <Badge tone="good">Authenticator app</Badge>}
                </div>
                <Button
                  size="small"
                  look="danger"
                  aria-label={`Remove ${member.email}`}
                  onClick={() => setLeaver(member.email)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Shown>
      <form
        className={styles['stack']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.currentTarget.querySelector('input')?.focus();
          void give();
        }}
      >
        <Field
          label="E-mail address of their account"
          type="email"
          autoComplete="off"
          value={email}
          error={fault ?? unknown ?? undefined}
          onChange={(event) => {
            setEmail(event.target.value);
            setFault(null);
          }}
        />
        <Select
          label="Role"
          value={role}
          onChange={({ target }) => setRole(staffRoles.find((known) => known === target.value))}
        >
          {staffRoles.map((known) => (
            <option key={known} value={known}>
              {known}
            </option>
          ))}
        </Select>
        <Button type="submit" pending={saving.isPending}>
          Give this role
        </Button>
      </form>
      <ConfirmDialog
        open={leaver !== null}
        title={`Remove ${leaver ?? ''}?`}
        verb="Yes, remove them"
        onConfirm={remove}
        onClose={() => setLeaver(null)}
      >
        <p>
          {isOwn
            ? 'This is your own account. You lose access at once, and only another owner can restore it.'
            : 'They lose access to every desk from their next action, and unsaved changes are lost. The audit log keeps what they did.'}
        </p>
        <p>Their account, its orders and its designs stay.</p>
      </ConfirmDialog>
    </Panel>
  );
}

export function OwnerPanels() {
  return useStore($staff) === 'owner' ? <StaffPanel /> : null;
}
