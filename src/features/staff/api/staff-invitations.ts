import { fieldsOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { StaffRole } from '#desk-kit/api/staff.ts';

const done = (): true => true;

export const inviteStaff = (email: string, role: StaffRole, parts: CallParts = {}): Answer<true> =>
  callFunction('invite_staff', { p_email: email, p_role: role }, done, parts);

export const resendStaffInvitation = (id: string, parts: CallParts = {}): Answer<true> =>
  callFunction('resend_staff_invitation', { p_invitation: id }, done, parts);

/** False where it was accepted or withdrawn before. */
export const withdrawStaffInvitation = (id: string, parts: CallParts = {}): Answer<boolean> =>
  callFunction('withdraw_staff_invitation', { p_invitation: id }, (data) => data === true, parts);

/** What whoever holds the secret of a mail was invited to. */
export interface OpenInvitation {
  readonly email: string;
  readonly role: string;
  readonly expiresAt: string;
  readonly hasAccount: boolean;
}

export const openStaffInvitation = (token: string, parts: CallParts = {}): Answer<OpenInvitation> =>
  callFunction(
    'open_staff_invitation',
    { p_token: token },
    (data) => {
      const fields = fieldsOf(data);
      return (
        fields && {
          email: textOf(fields['email']),
          role: textOf(fields['role']),
          expiresAt: textOf(fields['expires_at']),
          hasAccount: fields['has_account'] === true,
        }
      );
    },
    parts,
  );

export interface AcceptedInvitation {
  readonly role: string;
  readonly factorDueAt: string | null;
}

export const acceptStaffInvitation = (
  token: string,
  parts: CallParts = {},
): Answer<AcceptedInvitation> =>
  callFunction(
    'accept_staff_invitation',
    { p_token: token },
    (data) => {
      const fields = fieldsOf(data);
      return (
        fields && {
          role: textOf(fields['role']),
          factorDueAt: textOrNull(fields['factor_due_at']),
        }
      );
    },
    parts,
  );
