import { useStore } from '@nanostores/react';
import { Toasts } from '#ui/react/Toasts.tsx';
import { $notices, dismissNotice, undoNotice } from '../store/desk-notices.ts';

/** Long enough to be read and to reach for Undo. */
const staysMs = 8_000;

/** Once on each desk. */
export function DeskNotices() {
  const notices = useStore($notices);
  return (
    <Toasts
      staysMs={staysMs}
      onDismiss={dismissNotice}
      toasts={notices.map((notice) => ({
        id: notice.id,
        text: notice.text,
        ...(notice.undo ? { action: { label: 'Undo', act: () => void undoNotice(notice) } } : {}),
      }))}
    />
  );
}
