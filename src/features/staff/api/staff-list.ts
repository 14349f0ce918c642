import { fieldsOf, listOf, textOf, textOrNull } from '#shared/parsed-fields.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { StaffRole } from '#desk-kit/api/staff.ts';

export interface StaffMember {
  readonly userId: string;
  readonly email: string;
  readonly role: string;
  readonly isOwn: boolean;
  readonly hasSecondFactor: boolean;
  /** From then on their rights need an authenticator app; null where they have one or need none. */
  readonly factorDueAt: string | null;
  readonly lastSeenAt: string | null;
}

export interface StaffInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly sentAt: string;
  readonly expiresAt: string;
  readonly invitedBy: string | null;
  /** Why its mail did not go out; null where it did or waits its turn. */
  readonly mailProblem: string | null;
}

export interface StaffList {
  readonly people: readonly StaffMember[];
  readonly invitations: readonly StaffInvitation[];
}

export const listStaff = (parts: CallParts = {}): Answer<StaffList> =>
  callFunction('list_staff', {} as never, parseStaffList, parts);

function parseStaffList(data: unknown): StaffList | null {
  const fields = fieldsOf(data);
  return (
    fields && {
      people: listOf(fields['people'], (row) => ({
        userId: textOf(row['user_id']),
        email: textOf(row['email']),
        role: textOf(row['role']),
        isOwn: row['is_own'] === true,
        hasSecondFactor: row['has_second_factor'] === true,
        factorDueAt: textOrNull(row['factor_due_at']),
        lastSeenAt: textOrNull(row['last_seen_at']),
      })),
      invitations: listOf(fields['invitations'], (row) => ({
        id: textOf(row['id']),
        email: textOf(row['email']),
        role: textOf(row['role']),
        sentAt: textOf(row['sent_at']),
        expiresAt: textOf(row['expires_at']),
        invitedBy: textOrNull(row['invited_by']),
        mailProblem: textOrNull(row['mail_problem']),
      })),
    }
  );
}

const done = (): true => true;

/** Null takes every right away. */
export const setStaffRole = (
  email: string,
  role: StaffRole | null,
  parts: CallParts = {},
): Answer<true> =>
  callFunction(
    'set_staff_role',
    { p_email: email, ...(role === null ? {} : { p_role: role }) },
    done,
    parts,
  );
