import { useState } from 'react';
import type { StaffRole } from '#desk-kit/api/staff.ts';
import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { notify, type DeskNotice } from '#desk-kit/store/desk-notices.ts';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { Failure } from '#features/account/ui/Panel.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { Shown } from '#features/account/ui/Shown.tsx';
import {
  giveRole,
  sendInvitationAgain,
  staffList,
  withdrawInvitation,
} from '../store/staff-list.ts';
import { InvitationTable } from './InvitationTable.tsx';
import { InviteForm } from './InviteForm.tsx';
import { StaffTable } from './StaffTable.tsx';
import type { StaffMember } from '../api/staff-list.ts';
import styles from '#ui/styles/desk.module.css';

type Undo = DeskNotice['undo'];

export function StaffDesk() {
  return <DeskGate name="the staff desk" desk="staff" renderDesk={() => <Staff />} />;
}

/** For owners; the database refuses everyone else. */
function Staff() {
  const [leaver, setLeaver] = useState<StaffMember | null>(null);
  const saving = useSaving();
  async function act(work: () => Promise<AuthFailure | null>, words: string, undo?: Undo) {
    if (await saving.run(work, '')) notify(words, undo);
  }
  const remove = ({ email }: StaffMember) => {
    setLeaver(null);
    void act(() => giveRole(email, null), `${email} is no longer staff.`);
  };
  const changeRole = ({ email, role: before }: StaffMember, role: StaffRole) =>
    act(
      () => giveRole(email, role),
      `${email} is now ${role}.`,
      async () => (await giveRole(email, before))?.title ?? null,
    );
  return (
    <div className={styles['stack']}>
      <InviteForm />
      {saving.failure !== null && <Failure failure={saving.failure} />}
      <Shown resource={staffList} lines={6} label="Loading staff">
        {({ people, invitations }) => (
          <>
            <InvitationTable
              invitations={invitations}
              onResend={({ id, email }) =>
                void act(() => sendInvitationAgain(id), `Invitation sent to ${email} again.`)
              }
              onWithdraw={({ id, email }) =>
                void act(() => withdrawInvitation(id), `Invitation to ${email} withdrawn.`)
              }
            />
            <StaffTable
              people={people}
              onRole={(member, role) => void changeRole(member, role)}
              onRemove={setLeaver}
            />
          </>
        )}
      </Shown>
      {leaver !== null && (
        <ConfirmDialog
          open
          title={`Remove ${leaver.email}?`}
          verb="Yes, remove them"
          onConfirm={() => remove(leaver)}
          onClose={() => setLeaver(null)}
        >
          <p>
            {leaver.is_own
              ? 'This is your own account. You lose access at once, and only another owner can restore it.'
              : 'They lose access to every desk from their next action, and unsaved changes are lost. The audit log keeps what they did.'}
          </p>
          <p>Their account, its orders and its designs stay.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
