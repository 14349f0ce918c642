import type { AmendmentDraft } from '#domain/amendment.ts';
import { contestedFields } from '#domain/amendment-conflict.ts';
import type { Order } from '#domain/order.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { BothTable } from '#islands/ui/table/BothTable.tsx';

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
