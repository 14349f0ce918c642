-- What a cart may not do as a whole: take more than there is, or more than one customer may have.
-- Lines that share a pile are added up before they are compared with it.

create function private.dead_places(p_kit uuid) returns int
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
begin
  return (
    select coalesce(sum(h.units), 0)::int from private.holds h
    where h.kit_id = p_kit and h.state = 'held' and h.expires_at <= now()
  );
end;
$$;
comment on function private.dead_places(uuid) is 'How many places of a kit belong to orders whose time to pay has passed.';

create function private.bought_before(p_user uuid, p_email text, p_product uuid, p_variant uuid, p_but uuid default null) returns bigint
language plpgsql stable
set search_path = ''
-- A connection keeps the plan that it made while the shop was young.
set enable_seqscan = off
as $$
begin
  return (
    -- From the few orders of a customer to their lines, one by one through the key: others may have
    -- ordered the same a million times.
    select coalesce(sum(l.quantity - l.refunded_quantity), 0)
    from (
      select r.id from public.order_records r where r.user_id = p_user
      union
      select c.order_id from private.order_contacts c
      cross join lateral (select r.paid_at from public.order_records r where r.id = c.order_id limit 1) o
      where c.mailbox = private.mailbox_of(p_email) and (c.mailbox_proven_at is not null or o.paid_at is not null)
    ) own
    cross join lateral (select r.* from public.order_records r where r.id = own.id limit 1) o
    cross join lateral (
      select x.* from public.order_lines x where x.order_id = o.id and (x.product_id = p_product or x.variant_id = p_variant) offset 0) l
    where o.confirmed_at is not null and o.id is distinct from p_but
      and o.status not in ('expired', 'cancelled', 'refunded')
      and not (o.status = 'awaiting_payment' and o.pay_by <= now())
  );
end;
$$;
comment on function private.bought_before(uuid, text, uuid, uuid, uuid) is
  'How many of a product or a variant a customer has in orders that stand, but for one, by account and by a mailbox they have proven. What a stranger ordered in their name counts once its mailbox or money answered for it.';

create function private.unpaid_share(p_free bigint, p_own bigint) returns bigint
language sql immutable
set search_path = ''
as $$
  select greatest(3, (p_free + p_own) / 2)
$$;
comment on function private.unpaid_share(bigint, bigint) is
  'How many units of a pile one client may hold without having paid: half of what is not others'', or three.';

create function private.over_share(p_cart private.priced_line[], p_client text)
returns table (line int, reason text, message text, details jsonb)
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  if p_client is null then
    return;
  end if;
  return query
  with wanted as (
    select l.pool_id, l.kit_id, sum(l.quantity::bigint * coalesce(l.pool_units, 1)) as units, min(coalesce(l.pool_units, 1)) as each
    from unnest(p_cart) l where l.reason is null and num_nonnulls(l.pool_id, l.kit_id) = 1 group by 1, 2
  ), piles as (
    select w.*, case when w.pool_id is not null then private.free_units(w.pool_id)
        else (select k.capacity - k.ordered_count - k.waiting_count + private.dead_places(k.id) from public.batch_kits k where k.id = w.kit_id) end as free,
      (select coalesce(sum(h.units), 0) from private.order_contacts c
        cross join lateral (
          select x.units from private.holds x where x.order_id = c.order_id and x.state = 'held' and x.expires_at > now()
            and (x.pool_id = w.pool_id or x.kit_id = w.kit_id) offset 0) h
        where c.client_hash = p_client) as own
    from wanted w
  ), shares as (
    select p.*, private.unpaid_share(p.free, p.own) as share from piles p where p.free is not null
  )
  select l.line, 'over_limit', case when s.own = 0 then format('You can order at most %s at a time while stock is low.', s.share / s.each)
      else format('You can have at most %s of these in unpaid orders. Pay for the others first.', s.share / s.each) end,
    jsonb_build_object('limit', greatest(s.share - s.own, 0) / s.each)
  from shares s join unnest(p_cart) l on (l.pool_id = s.pool_id or l.kit_id = s.kit_id) and l.reason is null
  where s.units + s.own > s.share and s.units <= s.free;
end;
$$;
comment on function private.over_share(private.priced_line[], text) is
  'Which lines would give one client more unpaid goods than its share, so that nobody keeps the last ones from all others without paying.';

create function private.proven_email() returns text
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    return null;
  end if;
  return (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
end;
$$;
comment on function private.proven_email() is
  'The mailbox that the caller''s account has proven; null for guests. Security definer: nobody may read accounts.';

create function private.buying_client() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_address constant text := private.client_address();
begin
  return case when v_address is not null and not private.is_staff()
    then private.hash_of(case when private.proven_email() is not null then auth.uid()::text else v_address end) end;
end;
$$;
comment on function private.buying_client() is
  'As which client somebody orders: the account, once it has proven a mailbox, or the address of the machine. Null for staff, and where no platform reports an address: then nothing is limited by client.';

create function private.needed_with(p_line private.priced_line) returns table (variant_id uuid, title text)
language plpgsql stable
set search_path = ''
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  return query
  select v.id, v.title
  from public.variants v left join public.batch_kits k on k.variant_id = v.id and k.batch_id = p_line.batch_id
  where v.product_id = p_line.product_id and v.is_required and v.flaws = '' and v.id <> p_line.variant_id and p_line.flaws = ''
    -- What nobody can buy any more, nobody needs: extras go to those who have the rest.
    and case p_line.sold_as
      when 'group_buy' then v.availability = 'group_buy' and k.id is not null and k.dropped_at is null
        and (k.ordered_count + k.waiting_count - private.dead_places(k.id) < k.capacity) is not false
      when 'list' then false
      else v.availability in ('in_stock', 'preorder') and (private.free_units(v.stock_pool_id) >= v.pool_units) is not false end
  order by v.position, v.id;
end;
$$;
comment on function private.needed_with(private.priced_line) is
  'The kits without which a line makes no set, as far as they can be bought the same way now. B-stock is sold by itself.';

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
  select l.line, 'out_of_stock', case when p.most = 0 then 'This is sold out.' else 'There are not enough left.' end, '{}'
  from (
    select l.pool_id, sum(l.quantity::bigint * l.pool_units) as wanted,
      private.free_units(l.pool_id) as free,
      private.free_units(l.pool_id) / min(l.pool_units) as most
    from unnest(p_cart) l where l.pool_id is not null and l.reason is null group by l.pool_id
  ) p join unnest(p_cart) l on l.pool_id = p.pool_id and l.reason is null
  where p.wanted > p.free
  union all
  select l.line, 'out_of_stock', 'This kit is fully booked in this batch.', '{}'
  from (
    select l.kit_id, sum(l.quantity) as wanted from unnest(p_cart) l
    where l.kit_id is not null and l.reason is null group by l.kit_id
  ) w join public.batch_kits k on k.id = w.kit_id join unnest(p_cart) l on l.kit_id = w.kit_id and l.reason is null
  where k.ordered_count + k.waiting_count - private.dead_places(k.id) + w.wanted > k.capacity
  union all
  select l.line, 'over_limit', format('At most %s per customer.', l.most_of_variant),
    jsonb_build_object('limit', l.most_of_variant)
  from unnest(p_cart) l
  where l.reason is null and l.most_of_variant is not null and l.most_of_variant <
    (select sum(o.quantity) from unnest(p_cart) o where o.variant_id = l.variant_id)
    + private.bought_before(p_user, p_email, null, l.variant_id)
  union all
  select l.line, 'over_limit', format('At most %s of %s per customer.', l.most_of_product, l.title),
    jsonb_build_object('limit', l.most_of_product)
  from unnest(p_cart) l
  where l.reason is null and l.most_of_product is not null and l.most_of_product <
    (select sum(o.quantity) from unnest(p_cart) o where o.product_id = l.product_id)
    + private.bought_before(p_user, p_email, l.product_id, null)
  union all
  select s.line, s.reason, s.message, s.details from private.over_share(p_cart, private.buying_client()) s
  union all
  select l.line, 'kit_needed', format('Add “%s” of %s as well: this needs it. If you ordered it before, sign in.', n.title, l.title),
    jsonb_build_object('variant_id', n.variant_id)
  from unnest(p_cart) l cross join lateral private.needed_with(l) n
  where l.reason is null and not private.is_staff()
    and not exists (select from unnest(p_cart) o where o.variant_id = n.variant_id)
    and private.bought_before(p_user, p_email, null, n.variant_id) = 0
  ) x order by x.line, x.reason = 'kit_needed', x.reason = 'over_limit';
end;
$$;
comment on function private.cart_limits(private.priced_line[], uuid, text) is
  'Why lines can''t be bought now, one reason a line.';
