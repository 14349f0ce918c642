import { useState } from 'react';
import { textOf } from '#domain/desk-row.ts';
import { isOrderStatus, orderMoves, orderStages, type OrderStatus } from '#domain/order-status.ts';
import { Field, Select } from '#islands/ui/Field.tsx';
import type { BulkAction } from '#islands/ui/table/table-model.ts';
import { moveOrders, moveOrdersBack } from '#stores/desk-order-actions.ts';
import { statusName } from './order-columns.tsx';

const targets: readonly OrderStatus[] = [...orderStages.slice(1), 'cancelled'];

const moveBetween = (from: string, to: OrderStatus) =>
  orderMoves.find((move) => move.from === from && move.to === to && move.who === 'staff');

const isMove = (from: OrderStatus, to: OrderStatus) => moveBetween(from, to) !== undefined;

/** Moves many orders at once: legal ones alone, with a reason where one is needed. */
export function useOrderMoves(): readonly BulkAction[] {
  const [to, setTo] = useState<OrderStatus>('in_production');
  const [reason, setReason] = useState('');
  const fields = (
    <>
      <Select
        label="To"
        value={to}
        onChange={(event) => {
          if (isOrderStatus(event.target.value)) setTo(event.target.value);
        }}
      >
        {targets.map((status) => (
          <option key={status} value={status}>
            {statusName(status)}
          </option>
        ))}
      </Select>
      <Field
        label="Reason"
        hint="Needed to go back or to cancel"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </>
  );
  // What is legal back is taken back; of the others the shop says why not.
  const canGoBack = targets.some((from) => isMove(from, to) && isMove(to, from));
  return [
    {
      name: 'move',
      title: 'Move',
      explains: 'Each order is moved by itself; buyers are told where a mail belongs to the move.',
      fields,
      nameOf: (row) => textOf(row, 'number'),
      whyNot(row) {
        const from = textOf(row, 'status');
        const move = moveBetween(from, to);
        if (from === to) return 'it is there already';
        if (!move) return `it can’t go from ${from.replaceAll('_', ' ')} there`;
        return move.needsReason && reason.trim().length < 2 ? 'this move needs a reason' : null;
      },
      run: (rows, signal, onOutcome) => moveOrders(rows, to, reason, signal, onOutcome),
      ...(canGoBack && {
        undo: (rows, signal, onOutcome) => moveOrdersBack(rows, to, signal, onOutcome),
      }),
    },
  ];
}
