-- Locks nothing.

set lock_timeout = '10s';

-- By hand, before the schema changes:

-- Written by `npm run db:change`, which replaces it: what differs from supabase/schemas.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.spread_discount(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- Who changes an order has asked for the minimum, or is staff, who may go below it.
  v_rules constant jsonb := (
    select coalesce(jsonb_agg(r - 'minimum_minor' order by i), '[]')
    from jsonb_array_elements(private.code_rules(p_order)) with ordinality x (r, i));
  v_offs bigint[];
begin
  if v_rules = '[]' then
    return;
  end if;
  -- Pieces that were given back too: enter_costs leaves what they cost at nothing, whatever their line costs now.
  select private.discount_by_rules(v_rules, sum(l.total_minor)) into v_offs
  from public.order_lines l where l.order_id = p_order;
  update public.order_lines l set discount_minor = x.off,
    tax_minor = private.tax_part(l.total_minor - x.off, nullif(l.tax_rate_basis_points, 0), l.tax_included)
  from (
    select f.id, (private.split_amount((select sum(o) from unnest(v_offs) o)::bigint, array_agg(f.total_minor::bigint)
      over (order by f.position rows between unbounded preceding and unbounded following)))[
      (row_number() over (order by f.position))::int] as off
    from public.order_lines f where f.order_id = p_order
  ) x
  where l.id = x.id and l.discount_minor <> x.off;
  update private.discount_uses u set amount_minor = x.off
  from (
    select o.code_id, v_offs[(row_number() over (order by o.position, o.code_id))::int] as off
    from private.discount_uses o where o.order_id = p_order and o.given_back_at is null
  ) x
  where u.order_id = p_order and u.code_id = x.code_id and u.amount_minor <> x.off;
end;
$function$
;

reset check_function_bodies;

-- By hand, after the schema has changed:

-- End of what is written by hand.

reset lock_timeout;
