-- Where a refund by bank goes: its customer enters it on the order page, or staff at the desk.

create function private.enter_refund_account(p_order uuid, p_iban text, p_holder text, p_token text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_iban constant text := upper(regexp_replace(left(coalesce(p_iban, ''), 60), '[[:space:]-]', '', 'g'));
  v_holder constant text := regexp_replace(btrim(coalesce(p_holder, '')), '[[:space:]]+', ' ', 'g');
  v_order public.order_records;
  v_who text;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  v_who := private.canceller(v_order, p_token);
  if v_who is null then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if not private.is_iban(v_iban) then
    perform private.refuse(422, 'wrong_iban', 'This IBAN can’t be right. Check it against your bank statement.');
  end if;
  if length(v_holder) not between 2 and 70 or v_holder ~ '[[:cntrl:]]' then
    perform private.refuse(422, 'wrong_name', 'Enter the name of the account holder, 2 to 70 characters.');
  end if;
  if not private.is_sepa_name(v_holder) then
    perform private.refuse(422, 'wrong_name', 'Enter the name of the account holder in Latin letters.');
  end if;
  -- Whoever makes a file of it now takes the one account or the other.
  perform 1 from public.bank_refunds r where r.order_id = p_order order by r.refund_id for update;
  if private.owed_by_transfer(v_order) = 0 then
    perform private.refuse(409, 'nothing_due', case when exists (select from public.bank_refunds r where r.order_id = p_order and r.status = 'in_file')
      then 'Your refund is on its way to the bank. The account can’t be changed any more.' else 'No refund by bank transfer is due for this order.' end);
  end if;
  insert into private.refund_accounts (order_id, iban, holder, source) values (p_order, v_iban, v_holder, v_who)
  on conflict (order_id) do update set iban = excluded.iban, holder = excluded.holder, source = excluded.source, needed_at = now();
  return jsonb_build_object('account_end', right(v_iban, 4));
end;
$$;
call pg_temp.expose('enter_refund_account', 'anon, authenticated, service_role',
  'accounts are written through functions alone.',
  'Notes where an order''s refund by bank goes, as long as one is due or waits for a file. Its customer (a guest by p_token), staff: owner, fulfilment. Refuses with unknown_order, link_expired, second_factor, wrong_iban, wrong_name, nothing_due.
Gives { account_end: string }');
