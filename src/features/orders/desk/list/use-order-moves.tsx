import { useStore } from '@nanostores/react';
import { useState } from 'react';
import {
  countMovable,
  isReasonEnough,
  mostUsefulTarget,
  staffMove,
  staffTargets,
  whatStays,
} from '../../model/order-moves.ts';
import { isOrderStatus, orderStages, type OrderStatus } from '../../model/order-status.ts';
import { Field, Select } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { moveOrders, moveOrdersBack } from '../../store/desk-order-actions.ts';
import { orderTable } from '../../store/desk-orders.ts';
import { orderStatusName } from '../../model/order-words.ts';
import type { OrderAction } from './order-columns.tsx';

const possible = (count: number, all: number): string =>
  count === 0 ? 'not possible' : `possible for ${count} of ${all}`;

/** Moves many orders at once: legal ones alone, with a reason where one is needed. */
export function useOrderMoves(): readonly OrderAction[] {
  const { rows: all, selection } = useStore(orderTable.$state);
  const [picked, setPicked] = useState<OrderStatus | null>(null);
  const [reason, setReason] = useTyped();
  const [despiteDue, setDespiteDue] = useTyped();
  const stages = all.flatMap((row) => (selection.chosen.has(row.id) ? [row.values.status] : []));
  const to = picked ?? mostUsefulTarget(stages);
  const isTooShort = orderStages[to].isGated && despiteDue !== '' && !isReasonEnough(despiteDue);
  const fields = (
    <>
      <Select
        label="New stage"
        value={to}
        onChange={(event) => {
          if (isOrderStatus(event.target.value)) setPicked(event.target.value);
        }}
      >
        {staffTargets.map((status) => (
          <option key={status} value={status}>
            {orderStatusName(status)} ({possible(countMovable(stages, status), stages.length)})
          </option>
        ))}
      </Select>
      <Field
        label="Reason"
        hint="Needed to return to an earlier stage or cancel"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {orderStages[to].isGated && (
        <Field
          label="Reason to continue with a balance due"
          hint="If empty, orders with a balance due are not moved"
          error={isTooShort ? 'Enter at least 3 characters.' : undefined}
          value={despiteDue}
          onChange={(event) => setDespiteDue(event.target.value)}
        />
      )}
    </>
  );
  const { mail } = orderStages[to];
  return [
    {
      name: 'move',
      title: 'Change stage',
      explains: `Each order is changed separately: if one fails, the others still go through. ${
        mail === null ? 'Customers are told nothing.' : `Customers get an e-mail that ${mail}.`
      }`,
      // What was picked for other orders is not what these are for.
      onOpen: () => setPicked(null),
      fields,
      ...(isTooShort ? { blocked: 'Enter at least 3 characters, or leave it empty.' } : {}),
      nameOf: ({ values }) => values.number,
      whyNot({ values: { status: from } }) {
        const move = staffMove(from, to);
        if (from === to) return 'already in this stage';
        if (from === 'awaiting_payment' && to === 'paid') return 'record its payment on its page';
        if (!move) return `not possible from “${orderStatusName(from)}”`;
        return move.needsReason && reason.trim().length < 2 ? 'enter a reason first' : null;
      },
      async run(rows, signal, onOutcome) {
        const request = {
          to,
          reason,
          despiteDue: orderStages[to].isGated ? despiteDue.trim() : '',
        };
        await moveOrders(rows, request, signal, onOutcome);
        setReason('');
        setDespiteDue('');
      },
      undo: {
        stays: ({ values }) => whatStays(values.status, to, orderStatusName),
        run: (rows, signal, onOutcome) => moveOrdersBack(rows, to, signal, onOutcome),
      },
    },
  ];
}
