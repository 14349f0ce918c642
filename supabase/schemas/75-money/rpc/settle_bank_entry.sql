-- One payment of a statement is settled: recorded for its orders, set aside, or kept to be matched
-- later. Each in a transaction of its own, so that whoever stops or is stopped knows of each; what is
-- recorded once stays so, whoever sends it again and from whichever file.

create function private.take_bank_entry(p_statement uuid, p_entry jsonb, p_status text, p_note text) returns public.bank_entries
language plpgsql
set search_path = ''
as $$
declare
  v_statement public.bank_statements;
  v_entry public.bank_entries;
  v_is_settled constant boolean := p_status <> 'unmatched';
begin
  if coalesce(p_entry ? 'id', false) then
    select * into v_entry from public.bank_entries b where b.id = private.uuid_of(p_entry ->> 'id') for update;
  else
    select * into v_statement from public.bank_statements s where s.id = p_statement;
    if v_statement.id is not null then
      perform private.check_bank_entry(p_entry ->> 'account', p_entry);
      insert into public.bank_entries (statement_id, identity, account, booked_on, amount_minor, currency, payer, message, bank_reference,
        status, note, settled_at, settled_by)
      values (p_statement, private.bank_identity(p_entry ->> 'account', p_entry), p_entry ->> 'account', (p_entry ->> 'booked_on')::date,
        (p_entry ->> 'amount_minor')::int, p_entry ->> 'currency', p_entry ->> 'payer', p_entry ->> 'message', p_entry ->> 'bank_reference',
        p_status, p_note, case when v_is_settled then clock_timestamp() end, case when v_is_settled then auth.uid() end)
      -- Waits here for whoever settles the same one now.
      on conflict (identity) do nothing returning * into v_entry;
      if v_entry.id is null then
        select * into v_entry from public.bank_entries b where b.identity = private.bank_identity(p_entry ->> 'account', p_entry) for update;
      else
        v_entry.version := 0;
        if private.is_iban(p_entry ->> 'payer_account') then
          insert into private.payer_accounts (entry_id, iban) values (v_entry.id, p_entry ->> 'payer_account');
        end if;
      end if;
    end if;
  end if;
  if v_entry.id is null then
    perform private.refuse(404, 'unknown_entry', 'This payment could not be found. Read the statement again.');
  end if;
  return v_entry;
end;
$$;
comment on function private.take_bank_entry(uuid, jsonb, text, text) is
  'The entry under its lock, written down as asked where it is new, which its version of 0 says. Before customers and orders are locked: no transaction takes two.';

create function private.record_bank_parts(p_entry public.bank_entries, p_parts jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_reference constant text := 'Statement of ' || p_entry.booked_on || ', ' || concat_ws(' ', nullif(p_entry.bank_reference, ''), left(p_entry.identity, 8));
  v_part record;
  v_order public.order_records;
  v_outcome text;
  v_outcomes jsonb := '[]';
begin
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and 20
    or exists (select from jsonb_array_elements(p_parts) x where not coalesce(
      private.uuid_of(x ->> 'order_id') is not null and x ->> 'amount_minor' ~ '^[1-9][0-9]{0,8}$' and x ->> 'captured_minor' ~ '^[0-9]{1,10}$', false))
    or (select count(distinct x ->> 'order_id') <> count(*) or sum((x ->> 'amount_minor')::bigint) <> p_entry.amount_minor
      from jsonb_array_elements(p_parts) x) then
    perform private.refuse(422, 'wrong_parts', 'Choose orders that take exactly this payment.');
  end if;
  perform private.lock_customers_of(array(select (x ->> 'order_id')::uuid from jsonb_array_elements(p_parts) x));
  for v_part in
    select (x ->> 'order_id')::uuid as order_id, (x ->> 'amount_minor')::int as amount, (x ->> 'captured_minor')::bigint as captured
    from jsonb_array_elements(p_parts) x order by 1
  loop
    select * into v_order from public.order_records o where o.id = v_part.order_id for update;
    if v_order.currency is distinct from p_entry.currency and v_order.id is not null then
      perform private.refuse(422, 'other_currency', 'The payment and the order have different currencies.');
    end if;
    v_outcome := private.note_transfer(v_order, v_part.amount, v_reference, '', v_part.captured);
    insert into public.bank_entry_payments (payment_id, entry_id)
    select p.id, p_entry.id from public.payments p
    where p.order_id = v_order.id and p.kind = 'capture' and p.provider = 'invoice' and p.provider_reference = v_reference;
    select * into v_order from public.order_records o where o.id = v_part.order_id;
    v_outcomes := v_outcomes || jsonb_build_array(private.payable_order(v_order)
      || jsonb_build_object('outcome', v_outcome, 'amount_minor', v_part.amount, 'refund_due_minor', v_order.refund_due_minor));
  end loop;
  return v_outcomes;
end;
$$;
comment on function private.record_bank_parts(public.bank_entries, jsonb) is
  'Records the payments of an entry, all or none, by the machinery of record_payment. The caller holds the lock of the entry.';

create function private.settle_bank_entry(p_statement uuid, p_entry jsonb, p_status text, p_parts jsonb, p_note text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_sent constant jsonb := private.json_of(p_entry);
  v_note constant text := btrim(coalesce(p_note, ''));
  v_entry public.bank_entries;
  v_is_new boolean;
  v_outcomes jsonb := '[]';
begin
  perform private.require_staff('owner', 'fulfilment');
  if p_status is null or p_status not in ('recorded', 'set_aside', 'unmatched') then
    perform private.refuse(422, 'unknown_status', 'This status does not exist. Choose another.');
  end if;
  if length(v_note) > 500 then
    perform private.refuse(422, 'note_too_long', 'A note has at most 500 characters.');
  end if;
  v_entry := private.take_bank_entry(p_statement, v_sent, p_status, v_note);
  v_is_new := v_entry.version = 0;
  -- A file never changes what somebody said of its payment; who opens the payment itself does.
  if not v_is_new and (v_entry.status = 'recorded' or v_entry.status = p_status or v_entry.status = 'set_aside' and not v_sent ? 'id') then
    return private.bank_entry_state(v_entry) || '{"was_known": true, "orders": []}';
  end if;
  if not v_is_new then
    update public.bank_entries b set status = p_status, note = v_note,
      settled_at = case when p_status <> 'unmatched' then clock_timestamp() end, settled_by = case when p_status <> 'unmatched' then auth.uid() end
    where b.id = v_entry.id;
  end if;
  if p_status = 'set_aside' then
    delete from private.payer_accounts a where a.entry_id = v_entry.id;
  elsif p_status = 'recorded' then
    v_outcomes := private.record_bank_parts(v_entry, private.json_of(p_parts));
  end if;
  select * into v_entry from public.bank_entries b where b.id = v_entry.id;
  return private.bank_entry_state(v_entry) || jsonb_build_object('was_known', false, 'orders', v_outcomes);
end;
$$;
grant execute on function private.settle_bank_entry(uuid, jsonb, text, jsonb, text) to authenticated;
comment on function private.settle_bank_entry(uuid, jsonb, text, jsonb, text) is
  'Body of public.settle_bank_entry. Security definer: payments are written through functions alone.';

create function public.settle_bank_entry(
  p_entry jsonb, p_status text, p_parts jsonb default '[]', p_statement uuid default null, p_note text default ''
) returns jsonb
language sql security invoker
set search_path = ''
as $$
  select private.settle_bank_entry(p_statement, p_entry, p_status, p_parts, p_note)
$$;
grant execute on function public.settle_bank_entry(jsonb, text, jsonb, uuid, text) to authenticated;
comment on function public.settle_bank_entry(jsonb, text, jsonb, uuid, text) is
  'Settles one payment of a statement, named by {id} or told as match_bank_entries takes it with the account: recorded with p_parts [{order_id, amount_minor, captured_minor}] that sum to it and say what had come for each order before, set_aside with a note, or unmatched. Asked again it changes nothing and says what became of it. Staff: owner, fulfilment. Refuses with not_allowed, second_factor, unknown_status, note_too_long, unknown_entry, wrong_entry, wrong_parts, unknown_order, other_currency, payments_changed, wrong_amount, known_payment.
Gives {
  by: string;
  id: string;
  note: string;
  numbers: string[];
  orders: {
    amount_minor: number;
    captured_minor: number;
    currency: string;
    due_minor: number;
    email: string;
    id: string;
    name: string | null;
    number: string;
    outcome: "paid" | "part" | "paid_late" | "paid_more" | "paid_twice" | "needs_refund";
    placed_at: string;
    refund_due_minor: number;
    status: <order_status>;
    total_minor: number;
  }[];
  settled_at: string | null;
  status: "unmatched" | "recorded" | "set_aside";
  was_known: boolean;
}';
