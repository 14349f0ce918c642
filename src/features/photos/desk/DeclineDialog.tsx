import { useState } from 'react';
import { StepDialog } from '#desk-kit/ui/StepDialog.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { longest, shortest, type DeskPhoto } from '../model/photo.ts';
import { decideAbout } from '../store/desk-photos.ts';

type Props = { readonly photo: DeskPhoto; readonly onClose: () => void };

/** Asks why: the customer reads it. */
export function DeclineDialog({ photo, onClose }: Props) {
  const [reason, setReason] = useState('');
  const typed = reason.trim();
  const isShown = photo.status === 'shown';
  return (
    <StepDialog
      title={isShown ? 'Take this photo down?' : 'Decline this photo?'}
      verb={isShown ? 'Take down' : 'Decline'}
      look="danger"
      isBlocked={typed.length < shortest}
      isUnsaved={typed !== ''}
      onGo={() => decideAbout(photo, 'declined', typed)}
      onClose={onClose}
    >
      <p>
        {isShown
          ? 'The page of the product loses it with the next publishing. Its customer still has it among their photos.'
          : 'Nobody but its customer sees it.'}
      </p>
      <TextArea
        label="Reason"
        hint={`${shortest} to ${longest.reason} characters. The customer can read it.`}
        rows={3}
        maxLength={longest.reason}
        required
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </StepDialog>
  );
}
