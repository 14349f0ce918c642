-- Invoices and credit notes. What an order costs is in its books; a document says it to its buyer, for
-- good: numbered without a gap for each seller, never changed, never removed. At the end of each
-- transaction that changes what an order costs or what came for it, one function brings the documents
-- of the order to where its books are.

create table public.sellers (
  id uuid primary key default gen_random_uuid(),
  code text not null check (code ~ '^[A-Z0-9]{1,8}$'),
  valid_from date not null,
  valid_to date check (valid_to > valid_from),
  name text not null default '' check (length(name) <= 120),
  line1 text not null default '' check (length(line1) <= 120),
  line2 text not null default '' check (length(line2) <= 120),
  postcode text not null default '' check (length(postcode) <= 20),
  city text not null default '' check (length(city) <= 80),
  country_code text references public.countries (code),
  vat_number text not null default '' check (vat_number ~ '^([A-Z]{2}[0-9A-Z]{2,14})?$'),
  register text not null default '' check (length(register) <= 160),
  email text not null default '' check (length(email) <= 254),
  terms text not null default '' check (length(terms) <= 500),
  is_ready boolean not null generated always as (
    length(btrim(name)) >= 2 and length(btrim(line1)) >= 2 and length(btrim(city)) >= 1 and country_code is not null
    and length(btrim(email)) >= 3 and (vat_number <> '' or length(btrim(register)) >= 2)) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sellers_one_at_a_time exclude using gist (daterange(valid_from, valid_to) with &&)
);
create index sellers_country_idx on public.sellers (country_code);
comment on table public.sellers is
  'Who sells: what every invoice has to say about the shop, with the days it is right. A new address is a new row with the same code; another legal entity has a code, and so numbers, of its own.';
comment on column public.sellers.code is 'Begins the numbers of its documents; one series of invoices and one of credit notes for each.';
comment on column public.sellers.valid_to is 'The first day it is right no more; null while it is.';
comment on column public.sellers.vat_number is 'With the country before it: NL001234567B01. Empty for a seller without one.';
comment on column public.sellers.register is 'Where the company is registered, and as what.';
comment on column public.sellers.terms is 'What its invoices say about paying and about what is owed; its credit notes say none of it.';
comment on column public.sellers.is_ready is 'Whether invoices can be issued: until it says who sells, they wait.';

revoke all on public.sellers from anon, authenticated;
grant select on public.sellers to anon, authenticated, service_role;
grant insert (code, valid_from, valid_to, name, line1, line2, postcode, city, country_code, vat_number, register, email, terms),
  update (valid_from, valid_to, name, line1, line2, postcode, city, country_code, vat_number, register, email, terms)
  on public.sellers to authenticated, service_role;
create policy "Everyone reads who sells" on public.sellers for select to anon, authenticated using (true);
create policy "Owners add sellers" on public.sellers for insert to authenticated
  with check ((select private.is_staff('owner')));
create policy "Owners change sellers" on public.sellers for update to authenticated
  using ((select private.is_staff('owner'))) with check ((select private.is_staff('owner')));

create function private.guard_seller() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  return null;
end;
$$;
comment on function private.guard_seller() is 'Whoever changes who sells has given their second factor.';
create trigger guard before insert or update on public.sellers
  for each statement execute function private.guard_seller();
call pg_temp.log_changes('public.sellers');

create function private.seller_now() returns public.sellers
language plpgsql stable
set search_path = ''
as $$
begin
  return (select s from public.sellers s
    where s.is_ready and daterange(s.valid_from, s.valid_to) @> (clock_timestamp() at time zone 'UTC')::date);
end;
$$;
comment on function private.seller_now() is 'Who sells today; nobody where the row is not filled in.';

insert into public.sellers (code, valid_from) values ('KW', '2000-01-01');

create table private.document_counters (
  seller_code text primary key,
  invoices int not null default 0,
  credit_notes int not null default 0
);
comment on table private.document_counters is
  'The last numbers of each seller. A row and no sequence: a number that is drawn and not used goes back with its transaction.';

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.order_records (id) on delete restrict,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number text not null unique check (length(number) between 3 and 30),
  seller_code text not null,
  position int not null check (position > 0),
  issued_on date not null,
  issued_at timestamptz not null default clock_timestamp(),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net_minor int not null,
  tax_minor int not null,
  total_minor int not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  unique (seller_code, kind, position),
  check (net_minor + tax_minor = total_minor)
);
create index documents_order_idx on public.documents (order_id, issued_at);
create index documents_newest_idx on public.documents (issued_at desc, id desc);
create index documents_issued_idx on public.documents (issued_on);
comment on table public.documents is 'The invoices and credit notes there are. What each says is opened one by one.';
comment on column public.documents.position is 'Counts from 1 without a gap, for each seller and kind.';
comment on column public.documents.hash is 'SHA-256 of what it says: a change would show.';
comment on column public.documents.total_minor is 'What it asks for, or gives back; both are more than nothing.';

create table private.document_facts (
  document_id uuid primary key references public.documents (id) on delete restrict,
  facts jsonb not null check (jsonb_typeof(facts) = 'object')
);
comment on table private.document_facts is 'All that a document says, as it was issued: its PDF and its XML are made of this alone.';

create function private.is_made_out_to_its_buyer(p_document uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce((
    select lower(f.facts #>> '{buyer,email}') = lower(c.email)
    from public.documents d join private.document_facts f on f.document_id = d.id
    join private.order_contacts c on c.order_id = d.order_id
    where d.id = p_document), false)
$$;
comment on function private.is_made_out_to_its_buyer(uuid) is
  'Whether an order is still with whom a document names: who took an order over does not read where the one before lives.';

create function private.may_read_document(p_document uuid, p_order uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.is_staff('owner', 'fulfilment', 'support')
    or exists (select from public.order_records o where o.id = p_order and o.user_id = (select auth.uid()))
      and private.is_made_out_to_its_buyer(p_document);
end;
$$;
grant execute on function private.may_read_document(uuid, uuid) to authenticated, service_role;
comment on function private.may_read_document(uuid, uuid) is
  'Staff who work with orders, and the account that a document was made out to. Security definer: nobody may read contacts.';

revoke all on public.documents from anon, authenticated;
grant select on public.documents to authenticated, service_role;
create policy "Customers read documents that were made out to them" on public.documents
  for select to authenticated
  using (private.may_read_document(id, order_id));

create function private.keep_document() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.refuse(409, 'document_issued', 'A document that was issued is never changed. Issue a credit note instead.');
  return null;
end;
$$;
comment on function private.keep_document() is 'What was issued stays, whoever asks.';
create trigger keep before update or delete or truncate on public.documents
  for each statement execute function private.keep_document();
create trigger keep before update or delete or truncate on private.document_facts
  for each statement execute function private.keep_document();

create table private.documents_due (
  order_id uuid primary key references public.order_records (id) on delete cascade,
  since timestamptz not null default now(),
  problem text not null default ''
);
create index documents_due_since_idx on private.documents_due (since);
comment on table private.documents_due is
  'Orders whose document could not be issued with its payment: the seller was not filled in, or something failed. A payment is never refused for it.';

create function private.document_parts(p_order public.order_records, p_is_over boolean)
returns table (key text, line_id uuid, place int, units int, gross_minor bigint)
language sql stable
set search_path = ''
as $$
  -- What the order costs now, by what an invoice calls a line. One that has ended costs nothing.
  select x.key, x.line_id, min(x.place), case when p_is_over then 0 else sum(x.units)::int end,
    case when p_is_over then 0 else sum(x.amount) end
  from (
    select coalesce(e.line_id::text, case when e.kind in ('shipping', 'tax') then 'shipping' else 'adjustment' end) as key, e.line_id,
      case when e.line_id is not null then coalesce(l.position, 900) when e.kind in ('shipping', 'tax') then 1000 else 1001 end as place,
      e.units::bigint as units, e.amount_minor::bigint as amount
    from public.order_entries e left join public.order_lines l on l.id = e.line_id
    where e.order_id = p_order.id
  ) x group by x.key, x.line_id
$$;
comment on function private.document_parts(public.order_records, boolean) is
  'What an order costs, tax included, for each of its lines, for shipping, and for what was taken off or kept beyond lines.';

create function private.documented_parts(p_order uuid)
returns table (key text, units int, gross_minor bigint, tax_minor bigint, line jsonb)
language sql stable
set search_path = ''
as $$
  select l ->> 'key', sum(s.sign * (l ->> 'units')::int)::int, sum(s.sign * (l ->> 'gross_minor')::bigint),
    sum(s.sign * (l ->> 'tax_minor')::bigint), (array_agg(l order by d.issued_at))[1]
  from public.documents d join private.document_facts f on f.document_id = d.id
  cross join lateral (select case d.kind when 'invoice' then 1 else -1 end as sign) s
  cross join lateral jsonb_array_elements(f.facts -> 'lines') l
  where d.order_id = p_order group by l ->> 'key'
$$;
comment on function private.documented_parts(uuid) is 'What the documents of an order say so far, line by line: invoices less credit notes.';

create function private.signed_tax(p_gross bigint, p_rate int) returns bigint
language plpgsql immutable
set search_path = ''
as $$
begin
  -- The tax in a sum: for a price that contains it the same as at the order, for one that it was added to as well.
  return sign(p_gross) * private.share_of(abs(p_gross), p_rate, 10000 + p_rate);
end;
$$;
comment on function private.signed_tax(bigint, int) is 'The tax in an amount of either sign, rounded to the cent.';

create function private.document_lines(p_order public.order_records, p_is_over boolean, p_sign int, p_amount bigint) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_change bigint;
begin
  -- A credit note or a further invoice of less than all that differs takes the same share of each line.
  select coalesce(sum(p_sign * (coalesce(n.gross_minor, 0) - coalesce(d.gross_minor, 0))), 0) into v_change
  from private.document_parts(p_order, p_is_over) n full join private.documented_parts(p_order.id) d using (key);
  return (
    with change as (
      select key, coalesce(n.place, 900) as place, coalesce(d.units, 0) as had_units, coalesce(n.units, 0) as has_units,
        coalesce(d.gross_minor, 0) as had, coalesce(d.tax_minor, 0) as had_tax,
        p_sign * (coalesce(n.gross_minor, 0) - coalesce(d.gross_minor, 0)) as differs, l, d.line as told,
        -- What its documents said of it stays.
        coalesce((d.line ->> 'rate_basis_points')::int, t.rate, 0) as rate, coalesce(d.line ->> 'tax_name', t.name, '') as tax_name,
        coalesce(d.line ->> 'tax_scheme', t.scheme, '') as tax_scheme
      from private.document_parts(p_order, p_is_over) n full join private.documented_parts(p_order.id) d using (key)
      left join public.order_lines l on l.id = private.uuid_of(key)
      -- Shipping, and what is taken off as a whole, is taxed as in its quote: by the highest rate that is in a price.
      left join lateral (
        select case when x.tax_scheme in ('export', 'reverse_charge') then 0 else x.tax_rate_basis_points end as rate,
          case when x.tax_scheme in ('export', 'reverse_charge') then '' else x.tax_name end as name, x.tax_scheme as scheme
        from public.order_lines x where x.order_id = p_order.id and (l.id is null or x.id = l.id)
        order by x.tax_included desc, x.tax_rate_basis_points desc, x.position limit 1
      ) t on true
    ), share as (
      select c.*, case when p_amount = v_change then c.differs else
        (div(sum(c.differs) over w * p_amount, v_change) - div((sum(c.differs) over w - c.differs) * p_amount, v_change))::bigint end as gross
      from change c window w as (order by c.place, c.key)
    ), taxed as (
      select s.*, p_sign * (private.signed_tax(s.had + p_sign * s.gross, s.rate) - s.had_tax) as tax,
        abs(s.has_units - s.had_units) as moved
      from share s
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'key', t.key,
      'title', coalesce((t.l).title, t.told ->> 'title', case t.key when 'shipping' then 'Shipping' else 'Change of price' end),
      'detail', coalesce((t.l).variant_title || coalesce((select string_agg(', ' || (o ->> 'option') || ': ' || (o ->> 'value'), '') from jsonb_array_elements((t.l).options) o), ''),
        t.told ->> 'detail', case t.key when 'shipping' then p_order.shipping_method_name else '' end),
      'sku', coalesce((t.l).sku, t.told ->> 'sku', ''),
      'units', case when t.gross = t.differs then t.moved else 0 end,
      'quantity', case when t.gross = t.differs then greatest(t.moved, 1) else 1 end,
      'discount_minor', case when t.had = 0 and t.gross > 0 and t.gross = (t.l).total_minor - (t.l).discount_minor then (t.l).discount_minor else 0 end,
      'gross_minor', t.gross, 'tax_minor', t.tax, 'net_minor', t.gross - t.tax,
      'rate_basis_points', t.rate, 'tax_name', t.tax_name, 'tax_scheme', t.tax_scheme
    ) order by t.place, t.key) filter (where t.gross <> 0), '[]')
    from taxed t);
end;
$$;
comment on function private.document_lines(public.order_records, boolean, int, bigint) is
  'The lines of a document over an amount: what the books say beyond the documents so far (sign 1), or less than they do (sign -1). They sum to the amount, and their taxes, over all documents, to the tax of the books.';

create function private.told_address(p_address jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  -- A forgotten buyer's address is a country alone, and prints as one.
  select '{"name": "", "line1": "", "line2": "", "city": "", "region": "", "postcode": ""}'::jsonb || p_address - 'phone' || jsonb_build_object('country_name', coalesce(
    (select c.name from public.countries c where c.code = p_address ->> 'country'), p_address ->> 'country'))
$$;
comment on function private.told_address(jsonb) is 'An address as a document prints it: without a telephone, with the name of its country.';

create function private.document_party(p_order public.order_records) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(b.billing ->> 'name', c.address ->> 'name', ''), 'company', c.company ->> 'name', 'vat_number', c.company ->> 'vat_number',
    'purchase_number', c.company ->> 'purchase_number', 'email', c.email,
    'address', private.told_address(coalesce(b.billing, c.address)),
    'delivery', case when b.billing is not null then private.told_address(c.address) end))
  from private.order_contacts c cross join lateral (select nullif(c.company -> 'billing', 'null') as billing) b
  where c.order_id = p_order.id
$$;
comment on function private.document_party(public.order_records) is 'Who an order is billed to, and where it is delivered if that is elsewhere.';

create function private.tax_category(p_seller public.sellers, p_buyer jsonb, p_country text, p_rate int, p_scheme text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_seller_in_eu constant boolean := coalesce((select c.in_eu from public.countries c where c.code = p_seller.country_code), false);
  v_buyer_in_eu constant boolean := coalesce((select c.in_eu from public.countries c where c.code = p_country), false);
begin
  -- The codes of EN 16931: what the tax of a line is, and where there is none, why.
  return case
    when p_rate > 0 then '{"code": "S", "reason": ""}'
    when p_seller.vat_number = '' then '{"code": "E", "reason": "The seller does not charge VAT."}'
    when p_scheme = 'export' or p_scheme = '' and v_seller_in_eu and not v_buyer_in_eu then '{"code": "G", "reason": "Export outside of the EU, without VAT."}'
    when p_scheme = 'reverse_charge' or p_scheme = '' and v_seller_in_eu and v_buyer_in_eu and p_country <> p_seller.country_code
      and coalesce(p_buyer ->> 'vat_number', '') <> ''
      then '{"code": "K", "reason": "Intra-community supply, reverse charge: the buyer accounts for the VAT."}'
    else '{"code": "Z", "reason": ""}' end::jsonb;
end;
$$;
comment on function private.tax_category(public.sellers, jsonb, text, int, text) is 'What kind of tax a rate is, as e-invoices name it, with the sentence that the law wants beside a rate of nothing.';

create function private.told_registration(p_country text, p_lines jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce((
    select r.name || ': ' || r.number from public.tax_registrations r
    where r.country_code = p_country and r.number <> ''
      and r.valid_from <= current_date and (r.valid_to is null or current_date < r.valid_to)
      and exists (select from jsonb_array_elements(p_lines) l where l ->> 'tax_scheme' = 'local')), '');
end;
$$;
comment on function private.told_registration(text, jsonb) is
  'Under which number the tax of a country is collected there, as parcels and customs want it; empty where none is.';

create function private.issue_document(
  p_order public.order_records, p_seller public.sellers, p_kind text, p_amount bigint, p_is_over boolean
) returns public.documents
language plpgsql
set search_path = ''
as $$
declare
  v_lines constant jsonb := private.document_lines(p_order, p_is_over, case p_kind when 'invoice' then 1 else -1 end, p_amount);
  v_corrected constant public.documents := (select d from public.documents d
    where p_kind = 'credit_note' and d.order_id = p_order.id and d.kind = 'invoice' order by d.issued_at limit 1);
  -- A credit note goes to whom its invoice went, whoever has the order by now.
  v_buyer constant jsonb := coalesce((select f.facts -> 'buyer' from private.document_facts f where f.document_id = v_corrected.id),
    private.document_party(p_order));
  v_kept constant int := p_order.captured_minor - p_order.refunded_minor;
  v_position int;
  v_now timestamptz;
  v_number text;
  v_tax bigint;
  v_facts jsonb;
  v_document public.documents;
begin
  insert into private.document_counters as c (seller_code, invoices, credit_notes)
  values (p_seller.code, (p_kind = 'invoice')::int, (p_kind = 'credit_note')::int)
  on conflict (seller_code) do update set
    invoices = c.invoices + excluded.invoices, credit_notes = c.credit_notes + excluded.credit_notes
  returning case p_kind when 'invoice' then c.invoices else c.credit_notes end into v_position;
  -- After the lock: a later number is never of an earlier day.
  v_now := clock_timestamp();
  v_number := p_seller.code || case p_kind when 'invoice' then '-I' else '-C' end || lpad(v_position::text, greatest(6, length(v_position::text)), '0');
  v_tax := (select coalesce(sum((l ->> 'tax_minor')::bigint), 0) from jsonb_array_elements(v_lines) l);
  v_facts := jsonb_build_object(
    'kind', p_kind, 'number', v_number, 'issued_on', (v_now at time zone 'UTC')::date, 'currency', p_order.currency, 'language', p_order.language,
    'order', jsonb_build_object('number', p_order.number, 'placed_on', (p_order.placed_at at time zone 'UTC')::date, 'payment', p_order.payment),
    'seller', jsonb_build_object('name', p_seller.name, 'line1', p_seller.line1, 'line2', p_seller.line2, 'postcode', p_seller.postcode,
      'city', p_seller.city, 'country', p_seller.country_code, 'country_name', (select c.name from public.countries c where c.code = p_seller.country_code),
      'vat_number', p_seller.vat_number, 'register', p_seller.register, 'email', p_seller.email,
      'registration', private.told_registration(p_order.country_code, v_lines)),
    'buyer', v_buyer, 'lines', v_lines,
    'taxes', (
      select coalesce(jsonb_agg(jsonb_build_object('rate_basis_points', x.rate, 'name', x.name, 'scheme', x.scheme, 'net_minor', x.net, 'tax_minor', x.tax,
        'category', c ->> 'code', 'reason', c ->> 'reason') order by x.rate desc, x.name), '[]')
      from (
        select (l ->> 'rate_basis_points')::int as rate, l ->> 'tax_scheme' as scheme, max(l ->> 'tax_name') as name,
          sum((l ->> 'net_minor')::bigint) as net, sum((l ->> 'tax_minor')::bigint) as tax
        from jsonb_array_elements(v_lines) l group by 1, 2
      ) x cross join lateral private.tax_category(p_seller, v_buyer, p_order.country_code, x.rate, x.scheme) c),
    'net_minor', p_amount - v_tax, 'tax_minor', v_tax, 'total_minor', p_amount,
    'terms', case p_kind when 'invoice' then p_seller.terms else '' end,
    -- What came for the order beyond its other invoices pays this one.
    'paid_minor', case p_kind when 'invoice' then least(p_amount, greatest(0, v_kept - (
      select coalesce(sum(case d.kind when 'invoice' then d.total_minor else -d.total_minor end), 0) from public.documents d where d.order_id = p_order.id)))
      else p_amount end,
    'pay_by', case when p_kind = 'invoice' and p_order.status = 'awaiting_payment' then (coalesce(p_order.keep_until, p_order.pay_by) at time zone 'UTC')::date end,
    'account', case when p_kind = 'invoice' and p_order.payment = 'invoice' then private.bank_account_for(p_order.currency) end,
    'corrects', case p_kind when 'credit_note' then jsonb_build_object('number', v_corrected.number, 'issued_on', v_corrected.issued_on) end,
    'reason', case p_kind when 'credit_note' then coalesce((
      select nullif(p.reason, '') from public.payments p where p.order_id = p_order.id and p.kind = 'refund' order by p.at desc limit 1), '') else '' end);
  insert into public.documents (order_id, kind, number, seller_code, position, issued_on, issued_at, currency, net_minor, tax_minor, total_minor, hash)
  values (p_order.id, p_kind, v_number, p_seller.code, v_position, (v_now at time zone 'UTC')::date, v_now, p_order.currency,
    (p_amount - v_tax)::int, v_tax::int, p_amount::int, private.hash_of(v_facts::text))
  returning * into v_document;
  insert into private.document_facts (document_id, facts) values (v_document.id, v_facts);
  perform private.record_event(p_order.id, case p_kind when 'invoice' then 'invoiced' else 'credited' end,
    p_after => jsonb_build_object('number', v_number, 'amount_minor', p_amount, 'currency', p_order.currency), p_by_shop => true);
  return v_document;
end;
$$;
comment on function private.issue_document(public.order_records, public.sellers, text, bigint, boolean) is
  'Draws the next number of its seller, under the lock of its counter, and writes the document down. The caller holds the lock of the order.';

create function private.documents_since() returns timestamptz
language sql stable
set search_path = ''
as $$
  select min(s.created_at) from public.sellers s
$$;
comment on function private.documents_since() is
  'Since when the shop issues documents. What was paid before may have its invoice on paper: nothing issues one but staff.';

create function private.settle_documents(p_order uuid, p_before_payment boolean) returns public.documents
language plpgsql
set search_path = ''
as $$
declare
  v_order public.order_records;
  v_seller public.sellers;
  v_document public.documents;
  v_invoiced bigint;
  v_over boolean;
  v_cost bigint;
  v_kept bigint;
begin
  select * into v_order from public.order_records o where o.id = p_order;
  v_invoiced := (select sum(case d.kind when 'invoice' then d.total_minor else -d.total_minor end)
    from public.documents d where d.order_id = p_order);
  v_over := v_order.status in ('expired', 'cancelled', 'refunded');
  if v_order.id is null or v_invoiced is null and not p_before_payment
    and (v_over or v_order.paid_at is null or v_order.paid_at < private.documents_since()) then
    return null;
  end if;
  v_invoiced := coalesce(v_invoiced, 0);
  v_cost := case when v_over then 0 else greatest(v_order.total_minor - v_order.forgone_minor, 0) end;
  v_kept := v_order.captured_minor - v_order.refunded_minor;
  -- An invoice once it is paid, or before when staff ask for it; a credit note once the money went back, and
  -- at once for what was never paid.
  if not (v_cost > v_invoiced and (p_before_payment or v_kept >= v_cost)
    or v_invoiced > greatest(v_cost, least(v_invoiced, v_kept))) then
    return null;
  end if;
  v_seller := private.seller_now();
  if v_seller.id is null then
    if p_before_payment then
      perform private.refuse(409, 'no_seller', 'Fill in who sells first, under Money.');
    end if;
    insert into private.documents_due (order_id, problem) values (p_order, 'no_seller') on conflict do nothing;
    return null;
  end if;
  if v_cost > v_invoiced then
    v_document := private.issue_document(v_order, v_seller, 'invoice', v_cost - v_invoiced, v_over);
  else
    v_document := private.issue_document(v_order, v_seller, 'credit_note', v_invoiced - greatest(v_cost, least(v_invoiced, v_kept)), v_over);
  end if;
  delete from private.documents_due d where d.order_id = p_order;
  return v_document;
end;
$$;
comment on function private.settle_documents(uuid, boolean) is
  'Issues what an order lacks: an invoice for what it costs beyond its documents, or a credit note for what they say too much. Nothing where they agree, so that asking twice is asking once. The caller holds the lock of the order.';

create function private.settle_documents_at_end() returns trigger
language plpgsql security definer
set search_path = ''
-- Shorter than any caller waits: whoever keeps the counter makes documents wait, never the money.
set lock_timeout = '2s'
as $$
begin
  -- Who waited in vain does not wait again for each order of the same transaction.
  if exists (select from private.documents_due d where d.since = now() and d.problem = 'busy') then
    insert into private.documents_due (order_id, problem) values (new.id, 'busy') on conflict do nothing;
    return null;
  end if;
  begin
    perform private.settle_documents(new.id, false);
  exception when others then
    -- The number goes back with what failed. Money that came is never refused for a paper.
    insert into private.documents_due as d (order_id, problem)
    values (new.id, case when sqlstate = '55P03' then 'busy' else left(sqlerrm, 500) end)
    on conflict (order_id) do update set problem = excluded.problem;
  end;
  return null;
end;
$$;
comment on function private.settle_documents_at_end() is
  'Documents come last in a transaction: its counter is locked for no longer than the commit, and after every other lock. Security definer: nobody may write documents.';
create constraint trigger settle_documents after update on public.order_records
  deferrable initially deferred
  for each row when (
    (new.status is distinct from old.status or new.total_minor is distinct from old.total_minor or new.forgone_minor is distinct from old.forgone_minor
      or new.captured_minor is distinct from old.captured_minor or new.refunded_minor is distinct from old.refunded_minor)
    and (new.status in ('paid', 'expired', 'cancelled', 'refunded') or new.status = old.status))
  execute function private.settle_documents_at_end();

create function private.settle_waiting_documents() returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_order uuid;
  v_count int := 0;
begin
  if not exists (select from private.documents_due) or (private.seller_now()).id is null then
    return 0;
  end if;
  for v_order in
    select d.order_id from private.documents_due d join public.order_records o on o.id = d.order_id
    order by d.since, d.order_id limit 200 for update of o skip locked
  loop
    begin
      delete from private.documents_due d where d.order_id = v_order;
      perform private.settle_documents(v_order, false);
      v_count := v_count + 1;
    exception when others then
      update private.documents_due d set problem = left(sqlerrm, 500), since = clock_timestamp() where d.order_id = v_order;
    end;
  end loop;
  return v_count;
end;
$$;
comment on function private.settle_waiting_documents() is
  'Issues what had to wait, oldest first. Security definer: jobs may not write documents.';
