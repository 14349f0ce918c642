-- What the customer of an order has agreed to. An order that staff made begins with nothing; until its
-- customer agrees on its page, or staff write down how they did, it can't be paid there.

create function private.missing_consents(p_order uuid) returns text[]
language sql stable
set search_path = ''
as $$
  select array_remove(array[
    case when o.consents -> 'terms' is distinct from 'true' then 'terms' end,
    case when o.consents -> 'group_buy' is distinct from 'true' and exists (
      select from public.order_lines l
      where l.order_id = o.id and l.sold_as = 'group_buy' and l.refunded_quantity < l.quantity
    ) then 'group_buy' end], null)
  from public.order_records o where o.id = p_order
$$;
grant execute on function private.missing_consents(uuid) to authenticated, service_role;
comment on function private.missing_consents(uuid) is
  'What the customer of an order still has to agree to: terms, group_buy; as far as the caller may see the order.';

create function private.terms_on(p_at timestamptz) returns uuid
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select v.id from public.legal_versions v
    where v.document = 'terms' and v.effective_at <= p_at order by v.number desc limit 1);
end;
$$;
comment on function private.terms_on(timestamptz) is 'The version of the terms that held then.';

create function private.keep_consents(p_order uuid, p_agreed text[], p_how jsonb, p_at timestamptz) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_terms constant uuid := private.terms_on(p_at);
begin
  update public.order_records set
    consents = consents || p_how || (select jsonb_object_agg(a, true) from unnest(p_agreed) a),
    terms_version_id = case when 'terms' = any (p_agreed) then v_terms else terms_version_id end
  where id = p_order;
  return jsonb_build_object('agreed_to', to_jsonb(p_agreed),
    'terms_version', (select v.number from public.legal_versions v where v.id = v_terms));
end;
$$;
comment on function private.keep_consents(uuid, text[], jsonb, timestamptz) is
  'Keeps what was agreed to with the version that held then, and gives what its event tells.';
