/** Invariant: none of it stays once the person at this screen may not read it any more. */
import { $setAside, forgetAside, readKept } from '#shared/set-aside.ts';

const prefix = 'keywright:draft:product:';

export const draftKey = (id: string): string => prefix + id;

/** Null forgets it. */
export function writeDraft(id: string, draft: unknown): void {
  try {
    if (draft === null) localStorage.removeItem(prefix + id);
    else localStorage.setItem(prefix + id, JSON.stringify(draft));
  } catch {
    // Without storage the form still holds everything until the page is left.
  }
}

export const readDraft = (id: string): unknown => readKept(draftKey(id)) ?? null;

export function forgetAllDrafts(): void {
  for (const key of Object.keys($setAside.get())) if (key.startsWith(prefix)) forgetAside(key);
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept where nothing can be.
  }
}
