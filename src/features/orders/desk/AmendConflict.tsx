import type { AmendmentDraft } from '../model/amendment.ts';
import { contestedFields } from '../model/amendment-conflict.ts';
import type { Order } from '../model/order.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { BothTable } from '#desk-kit/table/BothTable.tsx';

type Props = {
  readonly was: Order;
  readonly now: Order;
  readonly draft: AmendmentDraft;
  readonly onTake: () => void;
};

/** Somebody else was faster: what they made of it stands beside what was typed, and nothing is lost. */
export function AmendConflict({ was, now, draft, onTake }: Props) {
  const fields = contestedFields(was, draft, now);
  return (
    <>
      <Notice tone="caution" role="alert" title="Someone else changed this order meanwhile">
        <p>
          {fields.length === 0
            ? 'Nothing that can be changed here: it moved on, or money or a parcel did.'
            : 'Nothing of yours is saved yet, and nothing of theirs is lost.'}
        </p>
        <Button size="small" onClick={onTake}>
          Go on from theirs with what I typed
        </Button>
      </Notice>
      {fields.length > 0 && (
        <BothTable
          rows={fields.map((field) => ({ key: field.what, name: field.what, ...field }))}
        />
      )}
    </>
  );
}
