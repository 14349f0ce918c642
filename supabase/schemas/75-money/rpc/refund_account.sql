-- What of an order goes back by bank, and to which account, as its customer sees it.

create function private.refund_account(p_order uuid, p_token text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_account jsonb;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  if not private.sees_returns(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  v_account := private.refund_account_of(p_order);
  return jsonb_build_object('owed_minor', private.owed_by_transfer(v_order), 'currency', v_order.currency,
    'account_end', right(v_account ->> 'iban', 4), 'source', v_account ->> 'source',
    'transfers', (
      select coalesce(jsonb_agg(jsonb_build_object('amount_minor', r.amount_minor, 'account_end', r.account_end, 'sent_at', r.sent_at)
        order by r.created_at, r.refund_id), '[]')
      from public.bank_refunds r where r.order_id = p_order and r.status <> 'open'));
end;
$$;
call pg_temp.expose('refund_account', 'anon, authenticated, service_role', 'accounts are read by functions alone.',
  'What goes back by bank of an order, with the last four signs of the account; sent_at is null while it is in a file. Its customer (a guest by p_token), and staff. Refuses with unknown_order.
Gives {
  account_end: string | null;
  currency: string;
  owed_minor: number;
  source: "statement" | "customer" | "staff" | null;
  transfers: { account_end: string; amount_minor: number; sent_at: string | null }[];
}');
