/** Versions of legal texts. Invariant: one is added whole, over the newest that its writer saw. */
import { map } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';
import type { Row } from '#shared/backend/given.ts';
import { withKey } from '#shared/backend/intention-key.ts';
import { addLegalVersion } from '../api/add-legal-version.ts';
import {
  draftFaults,
  emptySection,
  type LegalDraft,
  type LegalName,
  type LegalSection,
} from '../model/legal-draft.ts';
import { $numbers } from './desk-texts.ts';

export const legalTable = createDeskTable({
  name: 'legal-texts',
  source: {
    table: 'legal_versions',
    columns: '*',
    searched: ['changes'],
    nullable: [],
    tieBreaker: 'id',
  },
  shape: {
    sortable: ['publish_at', 'effective_at'],
    filterable: ['document'],
    defaultSort: { column: 'publish_at', direction: 'desc' },
  },
});

export interface LegalWriting {
  readonly status: 'closed' | 'reading' | 'failed' | 'open';
  readonly document: LegalName;
  readonly draft: LegalDraft | null;
  readonly isChanged: boolean;
  /** When it was to be saved: from then on every fault is told. */
  readonly triedAt: Date | null;
  readonly isSaving: boolean;
  readonly problem: string | null;
}

const closed: LegalWriting = {
  status: 'closed',
  document: 'terms',
  draft: null,
  isChanged: false,
  triedAt: null,
  isSaving: false,
  problem: null,
};
export const $writing = map<LegalWriting>(closed);

export const closeWriting = () => $writing.set(closed);

const sectionOf = ({ values }: DeskRow<Row<'legal_sections'>>): LegalSection => ({
  id: values.id,
  code: values.code,
  title: values.title,
  plain: values.plain,
  body: values.body,
});

/** Begins with the sections of the newest version. */
export async function writeVersion(document: LegalName): Promise<void> {
  $writing.set({ ...closed, status: 'reading', document });
  const isOld = () => $writing.get().status !== 'reading' || $writing.get().document !== document;
  const fail = (problem: string) => {
    if (!isOld()) $writing.set({ ...closed, status: 'failed', document, problem });
  };
  const versions = await readDeskRows({
    table: 'legal_versions',
    columns: '*',
    order: 'number',
    descending: true,
    limit: 1,
    conditions: [{ column: 'document', operator: 'eq', value: document }],
  });
  if (!versions.ok) return fail(askedAgain(versions.error));
  const [newest] = versions.value;
  const sections = newest
    ? await readDeskRows({
        table: 'legal_sections',
        columns: '*',
        order: 'position',
        conditions: [{ column: 'version_id', operator: 'eq', value: newest.id }],
      })
    : null;
  if (sections !== null && !sections.ok) return fail(askedAgain(sections.error));
  if (isOld()) return;
  const read = (sections?.value ?? []).map(sectionOf);
  const draft: LegalDraft = {
    document,
    number: (newest?.values.number ?? 0) + 1,
    changes: '',
    publishAt: '',
    effectiveAt: '',
    sections: read.length === 0 ? [emptySection()] : read,
  };
  $writing.set({ ...closed, status: 'open', document, draft });
}

export function patchDraft(patch: Partial<LegalDraft>): void {
  const { draft } = $writing.get();
  if (draft) $writing.set({ ...$writing.get(), draft: { ...draft, ...patch }, isChanged: true });
}

export function patchSection(id: string, patch: Partial<LegalSection>): void {
  const sections = $writing.get().draft?.sections ?? [];
  patchDraft({ sections: sections.map((each) => (each.id === id ? { ...each, ...patch } : each)) });
}

export async function saveDraft(): Promise<void> {
  const { draft, isSaving } = $writing.get();
  if (!draft || isSaving) return;
  const triedAt = new Date();
  const isRight = Object.keys(draftFaults(draft, $numbers.get(), triedAt)).length === 0;
  $writing.set({ ...$writing.get(), triedAt, isSaving: isRight, problem: null });
  if (!isRight) return;
  const saved = await withKey(draft, (key) => addLegalVersion(draft, key));
  if (!saved.ok) {
    const problem = askedAgain(saved.error);
    $writing.set({ ...$writing.get(), isSaving: false, problem });
    return;
  }
  closeWriting();
  await legalTable.reload();
}
