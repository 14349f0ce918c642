import type { BackendError } from '#shared/backend/errors.ts';
import type { Result } from '#shared/result.ts';
import type { StaffRole } from '#desk-kit/api/staff.ts';
import {
  inviteStaff,
  resendStaffInvitation,
  withdrawStaffInvitation,
} from '../api/staff-invitations.ts';
import { listStaff, setStaffRole } from '../api/staff-list.ts';
import { settle } from '#features/account/store/account.ts';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { createResource } from '#features/account/store/resource.ts';

// Another owner invites and removes too.
export const staffList = createResource(() => listStaff(), { rereadsOnReturn: true });

export const staffRoles: readonly StaffRole[] = ['owner', 'editor', 'fulfilment', 'support'];

/** What each role can do, to follow a “can”. */
export const roleWords: Readonly<Record<StaffRole, string>> = {
  owner: 'do everything, including money and staff',
  editor: 'edit products, texts and colours, and publish the site',
  fulfilment: 'work on orders, stock and shipping',
  support: 'read orders with masked names, and add notes',
};

type Done = Promise<AuthFailure | null>;

/** What another owner did in the meantime shows in the list, whether this one could be done or not. */
async function andReload(result: Result<unknown, BackendError>): Done {
  await staffList.reload(true);
  return settle(result);
}

/** Null takes every right away. */
export const giveRole = async (email: string, role: StaffRole | null): Done =>
  andReload(await setStaffRole(email, role));

export const invite = async (email: string, role: StaffRole): Done =>
  andReload(await inviteStaff(email, role));

export const sendInvitationAgain = async (id: string): Done =>
  andReload(await resendStaffInvitation(id));

export const withdrawInvitation = async (id: string): Done =>
  andReload(await withdrawStaffInvitation(id));
