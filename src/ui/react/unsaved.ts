/**
 * What was typed on a desk and is saved nowhere, and the question before any of it is thrown away.
 * Invariant: leaving asks, by whatever way: a key, a press beside a dialog, a link, Back, closing the tab.
 */
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';

/** One entry for each form that holds something unsaved. */
export type UnsavedForms = Set<object>;

const onPage: UnsavedForms = new Set();

/** A dialog collects the forms in it: closing it throws away these alone. */
export const DialogForms = createContext<UnsavedForms | null>(null);

/** For a form that knows whether it holds something unsaved. */
export function useUnsaved(isUnsaved: boolean): void {
  const inDialog = useContext(DialogForms);
  useEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    const warn = (event: BeforeUnloadEvent) => {
      if (onPage.has(form)) event.preventDefault();
    };
    onPage.add(form);
    inDialog?.add(form);
    addEventListener('beforeunload', warn);
    return () => {
      onPage.delete(form);
      inDialog?.delete(form);
      removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved, inDialog]);
}

/**
 * The text of one field that is lost unless it is saved. `keep` says that what stands there now has
 * been used, and stays only to be used again.
 *
 * @example const [note, setNote, keepNote] = useTyped();
 */
export function useTyped(
  initial = '',
): readonly [text: string, type: (text: string) => void, keep: () => void] {
  const [text, type] = useState(initial);
  const [kept, setKept] = useState(initial);
  useUnsaved(text.trim() !== kept.trim());
  return [text, type, () => setKept(text)];
}

/** What is done once somebody says that what they typed may go; null while nobody is asked. */
let asked: (() => void) | null = null;
const listeners = new Set<() => void>();

function setAsked(next: (() => void) | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Does it at once where these forms hold nothing unsaved, otherwise asks first. */
export function askToDiscard(go: () => void, forms: UnsavedForms = onPage): void {
  if (forms.size === 0) return go();
  setAsked(() => {
    for (const form of forms) {
      forms.delete(form);
      onPage.delete(form);
    }
    go();
  });
}

export const hasUnsaved = (): boolean => onPage.size > 0;

export const isAskedToDiscard = (): boolean => asked !== null;

export interface DiscardQuestion {
  readonly isAsked: boolean;
  readonly stay: () => void;
  readonly discard: () => void;
}

export function useDiscardQuestion(): DiscardQuestion {
  const go = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
    () => null,
  );
  // A desk that is gone asks nothing any more.
  useEffect(() => () => setAsked(null), []);
  return {
    isAsked: go !== null,
    stay: () => setAsked(null),
    discard() {
      setAsked(null);
      go?.();
    },
  };
}
