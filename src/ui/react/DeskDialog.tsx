import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { askToDiscard, DialogForms, isAskedToDiscard, useUnsaved } from './unsaved.ts';

type Props = Omit<DialogProps, 'foot' | 'dialog'> & {
  /** Whether closing it now throws away what somebody typed. Forms in it may say so themselves. */
  readonly unsaved: boolean;
  /** `close` asks first; for a key whose words say what is lost, `onClose` is enough. */
  readonly renderFoot?: (close: () => void) => ReactNode;
};

/** Dialogs that lie over each other; keys belong to the last. */
const openDialogs: object[] = [];

/** A dialog of a desk: however it is closed, what was typed in it is not lost without a question. */
export function DeskDialog({ unsaved, renderFoot, children, ...rest }: Props) {
  const { open, onClose } = rest;
  const dialog = useRef<HTMLDialogElement>(null);
  const [forms] = useState(() => new Set<object>());
  const close = () => askToDiscard(onClose, forms);
  useCloseRequests(dialog, open, close);
  return (
    <DialogForms value={forms}>
      <Dialog {...rest} dialog={dialog} onClose={close} foot={renderFoot?.(close)}>
        <Unsaved isUnsaved={open && unsaved} />
        {children}
      </Dialog>
    </DialogForms>
  );
}

/** In the dialog, so that it counts among its forms. */
function Unsaved({ isUnsaved }: { readonly isUnsaved: boolean }) {
  useUnsaved(isUnsaved);
  return null;
}

type DialogRef = { readonly current: HTMLDialogElement | null };

/** Escape and a press beside it ask to close: by itself the browser would not ask anybody. */
function useCloseRequests(dialog: DialogRef, open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    const place = {};
    const listening = new AbortController();
    const { signal } = listening;
    openDialogs.push(place);
    let isPressedBeside = false;
    document.addEventListener(
      'keydown',
      (event) => {
        const isLast = openDialogs.at(-1) === place && !isAskedToDiscard();
        const within = event.target instanceof Element ? event.target.closest('dialog') : null;
        const isOurs = isLast && (within === null || within === element);
        const isEscape = event.key === 'Escape' && !event.isComposing && !event.defaultPrevented;
        if (!isEscape || !isOurs) return;
        event.preventDefault();
        latest.current();
      },
      { signal },
    );
    element.addEventListener(
      'cancel',
      (event) => {
        if (event.target !== element) return;
        event.preventDefault();
        latest.current();
      },
      { signal },
    );
    element.addEventListener(
      'pointerdown',
      (event) => {
        isPressedBeside = event.target === element;
      },
      { signal },
    );
    element.addEventListener(
      'click',
      (event) => {
        // A selection that was drawn out of the dialog ends beside it, and is no press there.
        if (isPressedBeside && event.target === element) latest.current();
      },
      { signal },
    );
    return () => {
      listening.abort();
      openDialogs.splice(openDialogs.indexOf(place), 1);
    };
  }, [dialog, open]);
}
