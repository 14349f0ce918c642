import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useDiscardQuestion } from './unsaved.ts';

/** Once on each desk. */
export function DiscardQuestion() {
  const { isAsked, stay, discard } = useDiscardQuestion();
  return (
    <ConfirmDialog
      open={isAsked}
      title="Discard unsaved changes?"
      verb="Discard"
      stay="Keep editing"
      onConfirm={discard}
      onClose={stay}
    >
      <p>What you typed is not saved. It can’t be brought back.</p>
    </ConfirmDialog>
  );
}
