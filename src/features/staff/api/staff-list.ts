import { listOf, textOf } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';
import type { StaffRole } from '#desk-kit/api/staff.ts';

export interface StaffMember {
  readonly userId: string;
  readonly email: string;
  readonly role: string;
  readonly addedAt: string;
  readonly hasSecondFactor: boolean;
}

export async function listStaff(
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly StaffMember[], BackendError>> {
  const { data, error, status } = await (await backend).rpc('list_staff');
  if (error) return fail(toBackendError(error, status));
  return succeed(
    listOf(data, (row) => ({
      userId: textOf(row['user_id']),
      email: textOf(row['email']),
      role: textOf(row['role']),
      addedAt: textOf(row['added_at']),
      hasSecondFactor: row['has_second_factor'] === true,
    })),
  );
}

/** Null takes every right away. */
export async function setStaffRole(
  email: string,
  role: StaffRole | null,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<null, BackendError>> {
  const call = (await backend).rpc('set_staff_role', {
    p_email: email,
    ...(role === null ? {} : { p_role: role }),
  });
  const { error, status } = await call;
  return error ? fail(toBackendError(error, status)) : succeed(null);
}
