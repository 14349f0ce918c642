import type { StaffRole } from '#desk-kit/api/staff.ts';
import { listStaff, setStaffRole } from '../api/staff-list.ts';
import { settle } from '#features/account/store/account.ts';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { createResource } from '#features/account/store/resource.ts';

export const staffList = createResource(() => listStaff());

export const staffRoles: readonly StaffRole[] = ['owner', 'editor', 'fulfilment', 'support'];

/** Null takes every right away. */
export async function giveRole(email: string, role: StaffRole | null): Promise<AuthFailure | null> {
  const result = await setStaffRole(email, role);
  if (result.ok) await staffList.reload();
  return settle(result);
}
