/**
 * The only place that keeps what an editor typed and never saved, in the browser. Invariant: none of it
 * stays once the person at this screen may not read it any more.
 */
const prefix = 'keywright:draft:product:';

/** Null forgets it. */
export function writeDraft(id: string, draft: unknown): void {
  try {
    if (draft === null) localStorage.removeItem(prefix + id);
    else localStorage.setItem(prefix + id, JSON.stringify(draft));
  } catch {
    // Without storage the form still holds everything until the page is left.
  }
}

export function readDraft(id: string): unknown {
  try {
    const text = localStorage.getItem(prefix + id);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export function forgetAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept where nothing can be.
  }
}
