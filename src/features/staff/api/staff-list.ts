import type { Given } from '#shared/backend/given.ts';
import { callFunction, type CallParts } from '#shared/backend/call-function.ts';
import type { StaffRole } from '#desk-kit/api/staff.ts';

type StaffList = Given<'list_staff'>;
export type StaffMember = StaffList['people'][number];
export type StaffInvitation = StaffList['invitations'][number];

export const listStaff = (parts: CallParts = {}) => callFunction('list_staff', {} as never, parts);

/** Null takes every right away. */
export const setStaffRole = (email: string, role: StaffRole | null, parts: CallParts = {}) =>
  callFunction(
    'set_staff_role',
    { p_email: email, ...(role === null ? {} : { p_role: role }) },
    parts,
  );
