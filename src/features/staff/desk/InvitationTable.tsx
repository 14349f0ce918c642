import { useNow } from '#ui/react/use-now.ts';
import { momentWords } from '#shared/date-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Table } from '#ui/react/Table.tsx';
import type { StaffInvitation } from '../api/staff-list.ts';
import styles from '#ui/styles/desk.module.css';
import stacked from '#ui/styles/stacked-table.module.css';
import staffStyles from './staff.module.css';

const minuteMs = 60_000;

type Props = {
  readonly invitations: readonly StaffInvitation[];
  readonly onResend: (invitation: StaffInvitation) => void;
  readonly onWithdraw: (invitation: StaffInvitation) => void;
};

export function InvitationTable({ invitations, onResend, onWithdraw }: Props) {
  if (invitations.length === 0) return null;
  return (
    <section
      className={`${styles['card']} ${stacked['stacks']} ${staffStyles['cards']}`}
      aria-labelledby="waiting"
    >
      <h2 id="waiting">Invited</h2>
      <Table label="Open invitations">
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Role</th>
            <th scope="col">Sent</th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <tr key={invitation.id}>
              <th scope="row">{invitation.email}</th>
              <td data-label="Role">{invitation.role}</td>
              <td data-label="Sent">
                {momentWords(invitation.sent_at)}
                {invitation.invited_by !== null && (
                  <span className={styles['byline']}>by {invitation.invited_by}</span>
                )}
              </td>
              <td data-label="Status">
                <Status invitation={invitation} />
              </td>
              <td className={staffStyles['last']} data-label="">
                <span className={staffStyles['keys']}>
                  <Button
                    size="small"
                    aria-label={`Send the invitation to ${invitation.email} again`}
                    onClick={() => onResend(invitation)}
                  >
                    Send again
                  </Button>
                  <Button
                    size="small"
                    look="danger"
                    aria-label={`Withdraw the invitation to ${invitation.email}`}
                    onClick={() => onWithdraw(invitation)}
                  >
                    Withdraw
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

function Status({
  invitation: { expires_at: expiresAt, mail_problem: mailProblem },
}: {
  readonly invitation: StaffInvitation;
}) {
  const now = useNow(minuteMs);
  if (mailProblem !== null) return <Badge tone="bad">E-mail failed: {mailProblem}</Badge>;
  if (Date.parse(expiresAt) <= now) return <Badge tone="bad">Expired</Badge>;
  return (
    <>
      <Badge tone="waiting">Waiting</Badge>{' '}
      <span className={styles['byline']}>until {momentWords(expiresAt)}</span>
    </>
  );
}
