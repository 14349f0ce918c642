-- The copy of a cart that follows its account to other browsers. Nobody reads this table: functions
-- answer for the caller alone. It is a wish list: prices, stock and rights are decided by the quote.

create table private.saved_carts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 50),
  version int not null default 1,
  saved_at timestamptz not null default clock_timestamp(),
  together text check (length(together) <= 40)
);
comment on table private.saved_carts is 'What is in the cart of an account, as its browsers last agreed.';
comment on column private.saved_carts.lines is 'Cart lines, checked and without anything that is not part of a line.';
comment on column private.saved_carts.together is 'Until when all of it waits to be sent together, as its browser told that; null where nothing waits.';
comment on column private.saved_carts.version is 'Counts the changes: whoever saves names the one they know.';

create function private.kept_lines(p_lines jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'variant_id', l.variant_id,
    'quantity', l.quantity,
    'options', (
      select coalesce(jsonb_object_agg(lower(o.key), lower(o.value)), '{}')
      from jsonb_each_text(l.options) o
      where private.uuid_of(o.key) is not null and private.uuid_of(o.value) is not null),
    'design_id', l.design_id,
    'offer_id', l.offer_id
  ) order by l.line), '[]')
  from private.cart_lines(p_lines) l
$$;
comment on function private.kept_lines(jsonb) is
  'A cart as it is kept: each line with what makes it that line and nothing besides; refuses what is no cart.';

create function private.cart_facts(p_cart private.saved_carts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('lines', coalesce(p_cart.lines, '[]'), 'version', coalesce(p_cart.version, 0),
    'saved_at', p_cart.saved_at, 'together', p_cart.together)
$$;
comment on function private.cart_facts(private.saved_carts) is 'The copy as its account is told of it; an empty one where there is none.';
