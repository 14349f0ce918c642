/** Removes files of customers' photographs that nobody needs any more: the database names them and can't. */
import { serviceHeaders } from '../project-keys.ts';
import type { FunctionEnvironment } from '../report-error.ts';
import type { ServiceCall } from '../service-calls.ts';

export const photoFilesToRemove = (call: ServiceCall) => call('photo_files_to_remove', {});

export type RemoveFiles = (bucket: string, paths: readonly string[]) => Promise<void>;

const longestWaitMs = 15_000;

export const removeFromStorage =
  (environment: FunctionEnvironment): RemoveFiles =>
  async (bucket, paths) => {
    const response = await fetch(`${environment['SUPABASE_URL']}/storage/v1/object/${bucket}`, {
      method: 'DELETE',
      headers: { ...serviceHeaders(environment), 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: paths }),
      signal: AbortSignal.timeout(longestWaitMs),
    });
    if (!response.ok) throw new Error(`Storage answered ${response.status} to a removal`);
    await response.body?.cancel();
  };

export async function sweepPhotos(
  call: ServiceCall,
  remove: RemoveFiles,
): Promise<{ readonly removed: number }> {
  const files = await photoFilesToRemove(call);
  const paths = Map.groupBy(files, ({ bucket }) => bucket);
  for (const [bucket, same] of paths)
    await remove(
      bucket,
      same.map(({ path }) => path),
    );
  return { removed: files.length };
}
