-- Someone goes to a provider's page to pay an order. Asking again leads to the same attempt, so that
-- two clicks are one payment.

create function private.begin_payment(p_order uuid, p_token text default null, p_provider text default 'stripe') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_attempt private.payment_attempts;
  v_due int;
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not private.is_customer_of(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if not exists (
    select from public.payment_methods m where m.code = p_provider and m.is_offered and m.code <> 'invoice' and m.keys is distinct from 'missing'
  ) then
    perform private.refuse(422, 'wrong_payment', 'This payment method is not available.');
  end if;
  v_due := private.due_now(v_order);
  if v_due = 0 or v_order.status = 'awaiting_payment' and v_order.pay_by <= now() then
    perform private.refuse(409, 'not_payable', 'Nothing is due on this order.', jsonb_build_object('status', v_order.status));
  end if;
  if private.missing_consents(p_order) <> '{}' then
    perform private.refuse(409, 'consent_missing', 'Please agree to the terms on the order page first.',
      jsonb_build_object('missing', private.missing_consents(p_order)));
  end if;
  if v_order.confirmed_at is null and exists (
    select from private.discount_uses u join public.discount_codes c on c.id = u.code_id
    where u.order_id = p_order and c.used_count >= c.most_uses
  ) then
    perform private.refuse(409, 'code_used_up', 'The code of this order has been used up. Please order again without it.');
  end if;
  select * into v_attempt from private.payment_attempts a
  where a.order_id = p_order and a.provider = p_provider and a.amount_minor = v_due
    and a.created_at > now() - interval '23 hours'
  order by a.created_at desc limit 1;
  if not found then
    insert into private.payment_attempts (order_id, provider, amount_minor, currency)
    values (p_order, p_provider, v_due, v_order.currency)
    returning * into v_attempt;
  end if;
  update public.order_records set payment = p_provider
  where id = p_order and payment <> p_provider and captured_minor = 0;
  return jsonb_build_object('attempt_id', v_attempt.id, 'order_id', v_order.id, 'number', v_order.number,
    'email', (select c.email from private.order_contacts c where c.order_id = p_order),
    'amount_minor', v_attempt.amount_minor, 'currency', v_attempt.currency);
end;
$$;
call pg_temp.expose('begin_payment', 'anon, authenticated, service_role',
  'payments are written through functions alone.',
  'The attempt that the function start-payment sends to a provider. Its customer, a guest by p_token. Refuses with unknown_order, wrong_payment, not_payable, consent_missing, code_used_up.
Gives { amount_minor: number; attempt_id: string; currency: string; email: string; number: string; order_id: string }');
