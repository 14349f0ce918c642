import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { LegalDraft } from '../model/legal-draft.ts';

/** Gives its number. */
export const addLegalVersion = (
  { document, number, changes, publishAt, effectiveAt, sections }: LegalDraft,
  key: string,
  parts: CallParts = {},
): Answer<number> =>
  callFunction(
    'add_legal_version',
    {
      p_document: document,
      p_number: number,
      p_changes: changes,
      p_publish_at: new Date(publishAt).toISOString(),
      p_effective_at: new Date(effectiveAt).toISOString(),
      p_sections: sections.map(({ code, title, plain, body }) => ({ code, title, plain, body })),
      p_key: key,
    },
    (data) => (typeof data === 'number' ? data : null),
    parts,
  );
