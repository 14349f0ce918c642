import { Field } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import type { Order } from '../../model/order.ts';
import { moneyToCome } from '../../model/order-money.ts';
import { isReasonEnough, moveEffects, staffMove } from '../../model/order-moves.ts';
import { orderStages, type OrderMove } from '../../model/order-status.ts';
import { moveOpenOrder } from '../../store/desk-order-actions.ts';
import { DueField } from './DueField.tsx';
import { moveKey, returnKey } from '../list/order-columns.tsx';
import { StepDialog } from '#desk-kit/ui/StepDialog.tsx';

type Props = {
  readonly order: Order;
  readonly move: OrderMove;
  readonly onClose: () => void;
};

/** Says what a move does to the customer, the goods and the money before it is made. */
export function MoveDialog({ order, move, onClose }: Props) {
  const { to, needsReason } = move;
  const [reason, setReason] = useTyped();
  const [despiteDue, setDespiteDue] = useTyped();
  const verb = needsReason ? returnKey(to) : moveKey(to);
  const isDue = orderStages[to].isGated && !needsReason && moneyToCome(order) > 0;
  // A colleague may have moved it while this was open.
  const isLegal = staffMove(order.status, to) !== undefined;
  return (
    <StepDialog
      title={`${verb}: ${order.number}`}
      verb={verb}
      {...(to === 'cancelled' ? { look: 'danger', stay: 'Keep order' } : {})}
      isBlocked={
        !isLegal ||
        (needsReason && reason.trim().length < 2) ||
        (isDue && !isReasonEnough(despiteDue))
      }
      onGo={() => moveOpenOrder({ to, reason, despiteDue: isDue ? despiteDue.trim() : '' })}
      onClose={onClose}
    >
      {moveEffects(order, to).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {needsReason && (
        <Field
          label="Reason"
          hint="Kept in the order’s history; the customer can read it"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {isDue && <DueField order={order} value={despiteDue} onChange={setDespiteDue} />}
    </StepDialog>
  );
}
