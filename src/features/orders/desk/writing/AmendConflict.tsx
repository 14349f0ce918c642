import type { AmendmentDraft } from '../../model/amendment.ts';
import { contestedFields } from '../../model/amendment-conflict.ts';
import type { Order } from '../../model/order.ts';
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
      <Notice tone="caution" role="alert" title="Someone else changed this order">
        <p>
          {fields.length === 0
            ? 'Nothing you can edit here: its status, payments or parcels changed.'
            : 'Your changes are not saved yet, and theirs are kept.'}
        </p>
        <Button size="small" onClick={onTake}>
          Apply my changes to theirs
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
