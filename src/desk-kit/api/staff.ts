/** Screens decide with it what to show; the database decides again what is allowed. */
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

const staffRoles = ['owner', 'editor', 'fulfilment', 'support'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Null for everyone who does not work here. */
export async function myStaffRole(
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<StaffRole | null, BackendError>> {
  const call = (await backend).rpc('my_staff_role');
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  return succeed(staffRoles.find((role) => role === data) ?? null);
}
