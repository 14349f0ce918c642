-- What a cart may not do as a whole: take more than there is, or more than one customer may have.
-- Lines that share a pile are added up before they are compared with it.

create function private.dead_places(p_kit uuid) returns int
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(h.units), 0)::int from private.holds h
    where h.kit_id = p_kit and h.state = 'held' and h.expires_at <= now()
  );
end;
$$;
comment on function private.dead_places(uuid) is 'How many places of a kit belong to orders whose time to pay has passed.';

create function private.bought_before(p_user uuid, p_email text, p_product uuid, p_variant uuid) returns bigint
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(l.quantity - l.refunded_quantity), 0)
    from public.order_lines l
    join public.order_records o on o.id = l.order_id
    join private.order_contacts c on c.order_id = o.id
    where (l.product_id = p_product or l.variant_id = p_variant)
      and (o.user_id = p_user or lower(c.email) = lower(p_email))
      and o.status not in ('expired', 'cancelled', 'refunded')
      and not (o.status = 'awaiting_payment' and o.pay_by <= now())
  );
end;
$$;
comment on function private.bought_before(uuid, text, uuid, uuid) is
  'How many of a product or a variant a customer has in orders that stand, by account and by e-mail.';

create function private.cart_limits(p_cart private.priced_line[], p_user uuid, p_email text)
returns table (line int, reason text, message text, details jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select distinct on (x.line) x.line, x.reason, x.message, x.details from (
  select l.line, l.reason, l.message, '{}'::jsonb as details from unnest(p_cart) l where l.reason is not null
  union all
  select l.line, 'out_of_stock', case when p.most = 0 then 'This is sold out.' else 'There are not that many left.' end, '{}'
  from (
    select l.pool_id, sum(l.quantity::bigint * l.pool_units) as wanted,
      private.free_units(l.pool_id) as free,
      private.free_units(l.pool_id) / min(l.pool_units) as most
    from unnest(p_cart) l where l.pool_id is not null and l.reason is null group by l.pool_id
  ) p join unnest(p_cart) l on l.pool_id = p.pool_id and l.reason is null
  where p.wanted > p.free
  union all
  select l.line, 'out_of_stock', 'No more of this kit can be made in this batch.', '{}'
  from (
    select l.kit_id, sum(l.quantity) as wanted from unnest(p_cart) l
    where l.kit_id is not null and l.reason is null group by l.kit_id
  ) w join public.batch_kits k on k.id = w.kit_id join unnest(p_cart) l on l.kit_id = w.kit_id and l.reason is null
  where k.ordered_count + k.waiting_count - private.dead_places(k.id) + w.wanted > k.capacity
  union all
  select l.line, 'over_limit', format('At most %s for one customer.', l.most_of_variant),
    jsonb_build_object('limit', l.most_of_variant)
  from unnest(p_cart) l
  where l.reason is null and l.most_of_variant is not null and l.most_of_variant <
    (select sum(o.quantity) from unnest(p_cart) o where o.variant_id = l.variant_id)
    + private.bought_before(p_user, p_email, null, l.variant_id)
  union all
  select l.line, 'over_limit', format('At most %s of %s for one customer.', l.most_of_product, l.title),
    jsonb_build_object('limit', l.most_of_product)
  from unnest(p_cart) l
  where l.reason is null and l.most_of_product is not null and l.most_of_product <
    (select sum(o.quantity) from unnest(p_cart) o where o.product_id = l.product_id)
    + private.bought_before(p_user, p_email, l.product_id, null)
  ) x order by x.line, x.reason = 'over_limit';
end;
$$;
comment on function private.cart_limits(private.priced_line[], uuid, text) is
  'Why lines can''t be bought now, one reason a line.';
