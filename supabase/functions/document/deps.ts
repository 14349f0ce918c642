import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { RefusedCall } from '../_shared/service-calls.ts';
import type { DocumentDeps } from './handler.ts';
import { documentPdf } from './pdf.ts';

const longestWaitMs = 10_000;
const fonts = new Map<string, Uint8Array>();

/** Once for all documents of this worker. */
async function readFont(name: string): Promise<Uint8Array> {
  const known = fonts.get(name);
  if (known !== undefined) return known;
  const font = await Deno.readFile(new URL(`./fonts/${name}.woff`, import.meta.url));
  fonts.set(name, font);
  return font;
}

export function createDocumentDeps(environment: FunctionEnvironment): DocumentDeps {
  const key = environment['SUPABASE_PUBLISHABLE_KEY'] || environment['SUPABASE_ANON_KEY'] || '';
  return {
    async open(number, token, authorization) {
      const response = await fetch(`${environment['SUPABASE_URL']}/rest/v1/rpc/open_document`, {
        method: 'POST',
        headers: {
          apikey: key,
          'content-type': 'application/json',
          // A guest's browser sends the publishable key, which is no token.
          ...(authorization?.includes('.') ? { authorization } : {}),
        },
        body: JSON.stringify({ p_number: number, p_token: token }),
        signal: AbortSignal.timeout(longestWaitMs),
      });
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) throw new RefusedCall('open_document', response.status, body);
      return body;
    },
    toPdf: async (document) => new Uint8Array(await documentPdf(document, readFont)),
  };
}
