-- Staff sent one refund at the bank by themselves, as those in other currencies: its customer is told.

create function private.send_bank_refund(p_refund uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_refund public.bank_refunds;
begin
  perform private.require_staff('owner', 'fulfilment');
  perform 1 from public.order_records o
  where o.id = (select r.order_id from public.bank_refunds r where r.refund_id = p_refund) for update;
  select * into v_refund from public.bank_refunds r where r.refund_id = p_refund for update;
  if not found then
    perform private.refuse(404, 'unknown_refund', 'This refund could not be found. Reload the page.');
  end if;
  if v_refund.status = 'in_file' then
    perform private.refuse(409, 'refund_taken', 'This refund is in a bank file. Mark the file as sent, or discard it first.');
  end if;
  if v_refund.status = 'open' then
    update public.bank_refunds r set account_end = coalesce(right(private.refund_account_of(r.order_id) ->> 'iban', 4), '')
    where r.refund_id = p_refund;
    perform private.note_refund_sent(p_refund);
  end if;
  return (select jsonb_build_object('id', r.refund_id, 'status', r.status, 'sent_at', r.sent_at)
    from public.bank_refunds r where r.refund_id = p_refund);
end;
$$;
call pg_temp.expose('send_bank_refund', 'authenticated', 'refunds are written through functions alone.',
  'Notes that staff sent an open refund at the bank by hand; said again it changes nothing. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, unknown_refund, refund_taken.
Gives { id: string; sent_at: string; status: "sent" }');
