import { listOf, textOf } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

export interface OwnDesign {
  readonly id: string;
  readonly name: string;
  readonly visibility: string;
  readonly changedAt: string;
}

export async function myDesigns(
  backend: Promise<Backend> = getBackend(),
): Promise<Result<readonly OwnDesign[], BackendError>> {
  const { data, error, status } = await (await backend).rpc('my_designs');
  if (error) return fail(toBackendError(error, status));
  return succeed(
    listOf(data, (row) => ({
      id: textOf(row['id']),
      name: textOf(row['name']),
      visibility: textOf(row['visibility']),
      changedAt: textOf(row['updated_at']),
    })),
  );
}
