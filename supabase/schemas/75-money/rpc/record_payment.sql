-- Staff write down money that came by invoice. An order that is paid in full moves on by itself; who says
-- what had come so far is told when a colleague was faster.

create function private.record_payment(
  p_order uuid, p_amount_minor int default null, p_reference text default '', p_note text default '',
  p_captured_so_far int default null, p_key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_reference constant text := btrim(coalesce(p_reference, ''));
  v_outcome text;
  v_known jsonb;
begin
  perform private.require_staff('owner', 'fulfilment');
  if length(v_reference) > 200 or length(p_note) > 500 then
    perform private.refuse(422, 'note_too_long', 'A reference has at most 200 characters, a note 500.');
  end if;
  v_known := private.known_answer(p_key, concat_ws('|', 'payment', p_order, p_amount_minor, v_reference, p_note));
  if v_known is not null then
    return v_known;
  end if;
  perform private.lock_customer_of(p_order);
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_outcome := private.note_transfer(v_order, p_amount_minor, v_reference, btrim(coalesce(p_note, '')), p_captured_so_far);
  select * into v_order from public.order_records o where o.id = p_order;
  return private.keep_answer(p_key, jsonb_build_object('outcome', v_outcome, 'status', v_order.status, 'captured_minor', v_order.captured_minor,
    'refunded_minor', v_order.refunded_minor, 'refund_due_minor', v_order.refund_due_minor, 'currency', v_order.currency));
end;
$$;
call pg_temp.expose('record_payment', 'authenticated', 'payments are written through functions alone.',
  'Notes money that came for an order; without an amount, all that is due; the same key again, once. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, key_reused, unknown_order, payments_changed, wrong_amount, known_payment, note_too_long.
Gives {
  captured_minor: number;
  currency: string;
  outcome: "paid" | "part" | "paid_late" | "paid_more" | "paid_twice" | "needs_refund";
  refund_due_minor: number;
  refunded_minor: number;
  status: <order_status>;
}');
