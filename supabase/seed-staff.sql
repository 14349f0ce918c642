-- Gives the demo shop's four staff accounts their roles. Runs after the accounts were made, in the
-- embedded backend alone.

do $$
declare
  v_missing text;
begin
  if coalesce(current_setting('keywright.embedded', true), '') <> 'on' then
    raise exception 'Demo staff are for the embedded backend alone: this database is not one.'
      using hint = 'Name the first owner of a hosted shop with an insert into private.staff.';
  end if;
  select string_agg(demo.email, ', ') into v_missing
  from (values ('owner@keywright.test'), ('editor@keywright.test'), ('fulfilment@keywright.test'), ('support@keywright.test')) as demo (email)
  where not exists (select from auth.users u where u.email = demo.email);
  if v_missing is not null then
    raise exception 'Demo accounts are missing: %', v_missing;
  end if;
end;
$$;

insert into private.staff (user_id, role)
select u.id, split_part(u.email, '@', 1)
from auth.users u
where u.email in ('owner@keywright.test', 'editor@keywright.test', 'fulfilment@keywright.test', 'support@keywright.test')
on conflict (user_id) do update set role = excluded.role;

-- A newcomer gets in without an authenticator app; a real shop gives its staff a week.
update private.staff_rules set grace_days = null;

insert into public.profiles (user_id, display_name, full_name, country_code, locale)
select u.id, d.display_name, d.full_name, d.country, d.locale
from (values
  ('shopper@keywright.test', 'Sam', 'Sam Larch', 'NL', 'en-GB'),
  ('second@keywright.test', 'Robin', 'Robin Fell', 'GB', 'en-GB')
) as d (email, display_name, full_name, country, locale)
join auth.users u on u.email = d.email
on conflict (user_id) do nothing;

insert into public.addresses (user_id, label, name, line1, city, postcode, country, phone, is_default)
select u.id, 'Home', d.name, d.line1, d.city, d.postcode, d.country, d.phone, true
from (values
  ('shopper@keywright.test', 'Sam Larch', 'Lijnmarkt 0', 'Utrecht', '3511 KE', 'NL', '+31 30 000 0000'),
  ('second@keywright.test', 'Robin Fell', '0 Park Row', 'Bristol', 'BS1 5LJ', 'GB', '+44 117 000 0000')
) as d (email, name, line1, city, postcode, country, phone)
join auth.users u on u.email = d.email
where not exists (select from public.addresses a where a.user_id = u.id);

insert into public.list_entries (list_id, user_id, choices, entered_at)
select l.id, u.id,
  array(select c.id from public.list_choices c where c.list_id = l.id order by c.position),
  now() - interval '1 day'
from (values
  ('shopper@keywright.test', 'Chambered Nautilus, spring pour'),
  ('shopper@keywright.test', 'Wren, next delivery'),
  ('second@keywright.test', 'Harbour Light: the first three colours')
) as d (email, list)
join auth.users u on u.email = d.email
join public.lists l on l.title = d.list
on conflict (list_id, user_id) do nothing;
