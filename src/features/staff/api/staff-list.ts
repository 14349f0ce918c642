import type { Answer } from '#shared/backend/answer.ts';
import { callFunction, type CallParts } from '#shared/backend/call-function.ts';
import type { StaffRole } from '#desk-kit/api/staff.ts';

type StaffList = Answer<'list_staff'>;
export type StaffMember = StaffList['people'][number];
export type StaffInvitation = StaffList['invitations'][number];

export const listStaff = (parts: CallParts = {}) =>
  callFunction('list_staff', {} as never, (data) => data, parts);

/** Null takes every right away. */
export const setStaffRole = (email: string, role: StaffRole | null, parts: CallParts = {}) =>
  callFunction(
    'set_staff_role',
    { p_email: email, ...(role === null ? {} : { p_role: role }) },
    (data) => data,
    parts,
  );
