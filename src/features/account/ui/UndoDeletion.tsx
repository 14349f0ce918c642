import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { takeDeletionBackByMail } from '../store/account.ts';
import { Failure } from './Panel.tsx';
import { useSaving } from './saving.ts';

/** The secret of the mail stands behind the #; it is taken out of the address at once. */
export function takeUndoToken(): string | null {
  const token = new URLSearchParams(globalThis.location.hash.slice(1)).get('undo');
  if (token !== null) history.replaceState(history.state, '', globalThis.location.pathname);
  return token;
}

export function UndoDeletion({ token }: { readonly token: string }) {
  const [isUndone, setUndone] = useState<boolean | null>(null);
  const saving = useSaving();

  const undo = () =>
    saving.run(async () => {
      const answer = await takeDeletionBackByMail(token);
      if (answer.failure === null) setUndone(answer.isUndone);
      return answer.failure;
    }, '');

  if (isUndone !== null) {
    return (
      <Notice tone="info" title={isUndone ? 'Your account won’t be deleted' : 'Nothing to cancel'}>
        <p>
          {isUndone
            ? 'The deletion was cancelled. Nothing has changed.'
            : 'This link was already used, or the account is already deleted.'}
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="caution" title="Your account is about to be deleted">
      {saving.failure !== null && <Failure failure={saving.failure} />}
      <Button look="primary" pending={saving.isPending} onClick={() => void undo()}>
        Keep my account
      </Button>
    </Notice>
  );
}
