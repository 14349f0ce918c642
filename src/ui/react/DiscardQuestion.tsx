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
      <p>Your changes are not saved. You can’t undo this.</p>
    </ConfirmDialog>
  );
}
