import type { StaffRole } from '#desk-kit/api/staff.ts';
import { useNow } from '#ui/react/use-now.ts';
import { momentWords } from '#shared/date-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Table } from '#ui/react/Table.tsx';
import type { StaffMember } from '../api/staff-list.ts';
import { roleWords, staffRoles } from '../store/staff-list.ts';
import styles from '#ui/styles/desk.module.css';
import fieldStyles from '#ui/styles/field.module.css';
import stacked from '#ui/styles/stacked-table.module.css';
import staffStyles from './staff.module.css';

const minuteMs = 60_000;

type Props = {
  readonly people: readonly StaffMember[];
  readonly onRole: (member: StaffMember, role: StaffRole) => void;
  readonly onRemove: (member: StaffMember) => void;
};

export function StaffTable({ people, onRole, onRemove }: Props) {
  return (
    <section
      className={`${styles['card']} ${stacked['stacks']} ${staffStyles['cards']}`}
      aria-labelledby="people"
    >
      <h2 id="people">Staff</h2>
      <p className={styles['small']}>
        Changes apply from the person’s next action and are kept in the audit log.
      </p>
      <Table label="Staff and roles">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            <th scope="col">Authenticator app</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((member) => (
            <tr key={member.user_id}>
              <th scope="row">
                {member.email}
                {member.is_own && <span className={styles['byline']}>you</span>}
              </th>
              <td data-label="Role">
                <select
                  className={`${fieldStyles['input']} ${styles['pick']}`}
                  aria-label={`Role of ${member.email}`}
                  title={`Can ${roleWords[member.role]}`}
                  value={member.role}
                  onChange={({ target }) => {
                    const role = staffRoles.find((known) => known === target.value);
                    if (role !== undefined) onRole(member, role);
                  }}
                >
                  {staffRoles.map((role) => (
                    <option key={role}>{role}</option>
                  ))}
                </select>
              </td>
              <td data-label="Authenticator app">
                <Factor member={member} />
              </td>
              <td data-label="Last seen">
                {member.last_seen_at === null ? 'never' : momentWords(member.last_seen_at)}
              </td>
              <td className={staffStyles['last']} data-label="">
                <span className={staffStyles['keys']}>
                  <Button
                    size="small"
                    look="danger"
                    aria-label={`Remove ${member.email}`}
                    onClick={() => onRemove(member)}
                  >
                    Remove
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function Factor({ member }: { readonly member: StaffMember }) {
  const now = useNow(minuteMs);
  const { has_second_factor: hasSecondFactor, factor_due_at: factorDueAt } = member;
  if (hasSecondFactor) return <Badge tone="good">On</Badge>;
  if (factorDueAt === null) return <Badge tone="waiting">Off</Badge>;
  const isOver = Date.parse(factorDueAt) <= now;
  return (
    <>
      <Badge tone={isOver ? 'bad' : 'waiting'}>Off</Badge>{' '}
      <span className={styles['byline']}>
        {isOver ? 'locked out since' : 'due by'} {momentWords(factorDueAt)}
      </span>
    </>
  );
}
