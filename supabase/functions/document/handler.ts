/**
 * An invoice or credit note as a PDF, for whom the database shows it: it is asked as the caller, by
 * account or by the secret of a guest's order, each time.
 */
import type { ShopDocument } from '#features/orders/model/document.ts';
import { nothing, refuse, sharedHeaders } from '../_shared/browser-answers.ts';
import { RefusedCall } from '../_shared/service-calls.ts';

export interface DocumentDeps {
  /** As the caller. */
  readonly open: (
    number: string,
    token: string | null,
    authorization: string | null,
  ) => Promise<ShopDocument>;
  readonly toPdf: (document: ShopDocument) => Promise<Uint8Array<ArrayBuffer>>;
}

export async function handleDocument(request: Request, deps: DocumentDeps): Promise<Response> {
  if (request.method === 'OPTIONS') return nothing();
  if (request.method !== 'POST') return refuse(405, 'not_post', 'Only POST is understood here.');
  const body: unknown = await request.json().catch(() => null);
  const { number, token } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof number !== 'string') return refuse(400, 'incomplete', 'Say which document.');
  try {
    const document = await deps.open(
      number,
      typeof token === 'string' ? token : null,
      request.headers.get('authorization'),
    );
    return new Response(await deps.toPdf(document), {
      headers: {
        ...sharedHeaders,
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${document.number}.pdf"`,
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    if (error instanceof RefusedCall && error.status < 500)
      return refuse(error.status, error.refusal.hint, error.refusal.message);
    throw error;
  }
}
