import type { Given } from '#shared/backend/given.ts';
import { callFunction, type CallParts } from '#shared/backend/call-function.ts';
import type { StaffRole } from '#desk-kit/api/staff.ts';

export const inviteStaff = (email: string, role: StaffRole, parts: CallParts = {}) =>
  callFunction('invite_staff', { p_email: email, p_role: role }, parts);

export const resendStaffInvitation = (id: string, parts: CallParts = {}) =>
  callFunction('resend_staff_invitation', { p_invitation: id }, parts);

/** False where it was accepted or withdrawn before. */
export const withdrawStaffInvitation = (id: string, parts: CallParts = {}) =>
  callFunction('withdraw_staff_invitation', { p_invitation: id }, parts);

/** What whoever holds the secret of a mail was invited to. */
export type OpenInvitation = Given<'open_staff_invitation'>;

export const openStaffInvitation = (token: string, parts: CallParts = {}) =>
  callFunction('open_staff_invitation', { p_token: token }, parts);

export type AcceptedInvitation = Given<'accept_staff_invitation'>;

export const acceptStaffInvitation = (token: string, parts: CallParts = {}) =>
  callFunction('accept_staff_invitation', { p_token: token }, parts);
