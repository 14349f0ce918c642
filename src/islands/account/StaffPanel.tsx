import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { Badge } from '#islands/ui/Badge.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field, Select } from '#islands/ui/Field.tsx';
import { giveRole, staffList, staffRoles } from '#stores/staff-list.ts';
import { $staff } from '#stores/staff.ts';
import { Panel } from './Panel.tsx';
import { useSaving } from './saving.ts';
import { Shown } from './Shown.tsx';
import styles from './account.module.css';

/** For the owner alone; the database refuses everybody else. */
export function StaffPanel() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(staffRoles[3]);
  const saving = useSaving();

  return (
    <Panel
      title="People who work here"
      about="A right holds, and ends, with the person’s next request. Every change is in the audit log."
      saving={saving}
    >
      <Shown resource={staffList} lines={4} label="Loading who works here">
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
                  onClick={() =>
                    void saving.run(
                      () => giveRole(member.email, null),
                      `${member.email} no longer works here.`,
                    )
                  }
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
          void saving.run(() => giveRole(email, role ?? 'support'), `${email} is now ${role}.`);
        }}
      >
        <Field
          label="E-mail address of their account"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
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
    </Panel>
  );
}

export function OwnerPanels() {
  return useStore($staff) === 'owner' ? <StaffPanel /> : null;
}
