-- The customer of an order that was made or changed for them agrees to what it asks, before it is paid.

create function private.agree_to_order(p_order uuid, p_consents jsonb, p_token text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_given constant jsonb := private.json_of(p_consents);
  v_order public.order_records;
  v_missing text[];
begin
  select * into v_order from public.order_records o where o.id = p_order for update;
  if not private.is_customer_of(v_order, p_token) then
    perform private.refuse(404, 'unknown_order', 'You have no such order.');
  end if;
  if not (coalesce(v_order.user_id = auth.uid(), false) or private.may_act_by(v_order, p_token)) then
    perform private.refuse_old_secret();
  end if;
  v_missing := private.missing_consents(p_order);
  -- Said twice, it is agreed once.
  if v_missing <> '{}' then
    if v_order.status in ('expired', 'cancelled', 'refunded') then
      perform private.refuse(409, 'illegal_move', 'This order has ended.', jsonb_build_object('status', v_order.status));
    end if;
    if exists (select from unnest(v_missing) m where v_given -> m is distinct from 'true') then
      perform private.refuse(422, 'consent_missing', 'Please agree to all of them.', jsonb_build_object('missing', v_missing));
    end if;
    perform private.record_event(p_order, 'consents_given',
      p_after => private.keep_consents(p_order, v_missing, '{"by": "customer"}', now()));
  end if;
  return jsonb_build_object('id', v_order.id, 'number', v_order.number, 'missing', private.missing_consents(p_order));
end;
$$;
call pg_temp.expose('agree_to_order', 'anon, authenticated, service_role',
  'orders are written through functions alone.',
  'What an order asks its customer to agree to: {terms, group_buy}, each true where it is asked. Its customer, a guest by p_token. Refuses with unknown_order, link_expired, consent_missing, illegal_move.
Gives { id: string; missing: ("terms" | "group_buy")[]; number: string }');
