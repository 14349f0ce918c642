/** Uploads a file as `storeFile` does, and says how far it has come: `fetch` can't tell in any browser. */
import { fail, succeed, type Result } from '../result.ts';
import { backendAddress } from './address.ts';
import { getBackend } from './client.ts';
import { toBackendError, type BackendError } from './errors.ts';
import type { Bucket } from './files.ts';

interface SendParts {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** What arrived with an answer that was lost is there already, and that is well: its name is its own. */
export async function sendFile(
  bucket: Bucket,
  path: string,
  file: Blob,
  { signal, onProgress }: SendParts,
): Promise<Result<null, BackendError>> {
  const { data } = await (await getBackend()).auth.getSession();
  const { url, publishableKey } = backendAddress;
  return new Promise((settle) => {
    const refused = (error: object) => settle(fail(toBackendError(error)));
    const cancelled = () => refused({ name: 'AbortError' });
    if (signal.aborted) return cancelled();
    const request = new XMLHttpRequest();
    request.open('POST', `${url}/storage/v1/object/${bucket}/${path}`);
    request.setRequestHeader('apikey', publishableKey);
    request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? ''}`);
    request.setRequestHeader('content-type', file.type);
    request.setRequestHeader('cache-control', 'max-age=3600');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return settle(succeed(null));
      const answer = answerOf(request.responseText);
      const status = Number(answer['statusCode'] ?? request.status);
      if (status === 409) settle(succeed(null));
      else refused({ ...answer, name: 'StorageApiError', status });
    });
    // Without an answer: the same as for every other request.
    request.addEventListener('error', () => refused({}));
    request.addEventListener('abort', cancelled);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function answerOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? { ...answer } : {};
  } catch {
    return {};
  }
}
