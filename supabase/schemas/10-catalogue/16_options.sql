-- What can be chosen on a product: case colour, layout, plate, weight. A rule names two values that
-- can't go together and says why; the page shows the reason and the order refuses the pair.

create table public.product_options (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  code text not null check (code ~ '^[a-z][a-z_]*$'),
  title text not null check (length(title) between 2 and 80),
  help text not null default '' check (length(help) <= 600),
  is_required boolean not null default true,
  zone text check (zone in ('case', 'plate', 'weight', 'accent', 'alphas', 'modifiers')),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, code)
);
comment on table public.product_options is 'One question that a configurable product asks.';
comment on column public.product_options.code is 'What addresses name: ?case=moss.';
comment on column public.product_options.help is 'What to know before answering.';
comment on column public.product_options.is_required is
  'Whether the product can be ordered without an answer.';
comment on column public.product_options.zone is 'The zone of a design that the answer colours, if any.';

revoke all on public.product_options from anon, authenticated;
grant select on public.product_options to anon, authenticated, service_role;
grant insert (product_id, code, title, help, is_required, zone, position),
  update (code, title, help, is_required, zone, position),
  delete
  on public.product_options to authenticated, service_role;
create policy "Everyone reads options of products they can see" on public.product_options
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
call pg_temp.let_staff_write('public.product_options', 'options', 'owner', 'editor');
call pg_temp.log_changes('public.product_options');

create table public.option_values (
  id uuid primary key default gen_random_uuid(),
  option_id uuid not null references public.product_options (id) on delete cascade,
  code text not null check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 1 and 80),
  note text not null default '' check (length(note) <= 300),
  price_delta_minor int not null default 0 check (abs(price_delta_minor) <= 10000000),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  weight_delta_grams int not null default 0 check (abs(weight_delta_grams) <= 20000),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  is_default boolean not null default false,
  is_offered boolean not null default true,
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (option_id, code)
);
create unique index option_values_one_default_idx on public.option_values (option_id) where is_default;
comment on table public.option_values is 'One answer to an option.';
comment on column public.option_values.note is 'What it means: material, finish, sound.';
comment on column public.option_values.price_delta_minor is 'What it adds to the price, in minor units.';
comment on column public.option_values.weight_delta_grams is 'What it adds to the packed weight.';
comment on column public.option_values.colour is 'How it looks, approximately; null where it has no colour.';
comment on column public.option_values.is_default is 'Chosen until someone chooses.';
comment on column public.option_values.is_offered is
  'False keeps it readable in old orders and out of new ones.';

revoke all on public.option_values from anon, authenticated;
grant select on public.option_values to anon, authenticated, service_role;
grant insert (option_id, code, title, note, price_delta_minor, currency, weight_delta_grams, colour, is_default, is_offered, position),
  update (code, title, note, price_delta_minor, currency, weight_delta_grams, colour, is_default, is_offered, position),
  delete
  on public.option_values to authenticated, service_role;
create policy "Everyone reads values of options they can see" on public.option_values
  for select to anon, authenticated
  using (exists (select from public.product_options o where o.id = option_id));
call pg_temp.let_staff_write('public.option_values', 'option values', 'owner', 'editor');
call pg_temp.log_changes('public.option_values');

create table public.option_rules (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  value_id uuid not null references public.option_values (id) on delete cascade,
  other_value_id uuid not null references public.option_values (id) on delete cascade,
  reason text not null check (length(reason) between 5 and 300),
  check (value_id < other_value_id),
  unique (value_id, other_value_id)
);
create index option_rules_product_idx on public.option_rules (product_id);
create index option_rules_other_idx on public.option_rules (other_value_id);
comment on table public.option_rules is
  'Two values that can''t be chosen together. The pair is stored once, smaller id first.';
comment on column public.option_rules.reason is 'Why not, in a sentence that the page shows.';

revoke all on public.option_rules from anon, authenticated;
grant select on public.option_rules to anon, authenticated, service_role;
grant insert (product_id, value_id, other_value_id, reason),
  update (reason),
  delete
  on public.option_rules to authenticated, service_role;
create policy "Everyone reads rules of products they can see" on public.option_rules
  for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
call pg_temp.let_staff_write('public.option_rules', 'option rules', 'owner', 'editor');
call pg_temp.log_changes('public.option_rules');

create function private.order_option_rule() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_first constant uuid := least(new.value_id, new.other_value_id);
begin
  new.other_value_id := greatest(new.value_id, new.other_value_id);
  new.value_id := v_first;
  if (
    select count(distinct o.id) from public.option_values x
    join public.product_options o on o.id = x.option_id
    where x.id in (new.value_id, new.other_value_id) and o.product_id = new.product_id
  ) <> 2 then
    perform private.refuse(422, 'wrong_pair',
      'Choose values from two different options of the same product.', '{}');
  end if;
  return new;
end;
$$;
comment on function private.order_option_rule() is
  'Stores a pair one way round and refuses one that no cart could hold.';
create trigger order_option_rule before insert or update on public.option_rules
  for each row execute function private.order_option_rule();

create function private.asks_options(p_variant uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select (v.is_required and v.flaws = '') or not exists (
      select from public.variants o where o.product_id = v.product_id and o.is_required and o.flaws = '')
    from public.variants v where v.id = p_variant);
end;
$$;
comment on function private.asks_options(uuid) is
  'Whether the options of a product are asked for this variant: for kits that every order needs, or for all where none is. A part beside them is sold as it is, and so is B-stock.';

create function private.title_words(p_title text) returns text
language sql immutable
set search_path = ''
as $$
  select ' ' || btrim(regexp_replace(lower(p_title), '[][[:space:],;:/()+&.-]+', ' ', 'g')) || ' '
$$;
comment on function private.title_words(text) is
  'The words of a title, each between spaces, for comparing. Twin of wordsOf in src/features/catalogue/model/form/doubled-choices.ts.';

create function private.doubled_choices(p_product uuid)
returns table (option_title text, value_title text, variant_title text)
language sql stable
set search_path = ''
as $$
  select o.title, x.title, v.title
  from public.product_options o
  join public.option_values x on x.option_id = o.id
  join public.variants v on v.product_id = o.product_id
  where o.product_id = p_product and x.is_offered and v.availability <> 'archived'
    and strpos(private.title_words(v.title), private.title_words(x.title)) > 0
    and private.asks_options(v.id)
  order by o.position, o.id, x.position, x.id, v.position, v.id
$$;
comment on function private.doubled_choices(uuid) is
  'Values whose title is also in the title of a variant that they can be chosen with: an order could say "Cream, case colour: slate". Nothing where a choice is either a variant or an option.';

create function private.refuse_doubled_choice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  v_product constant uuid := case when tg_table_name = 'variants' then (to_jsonb(new) ->> 'product_id')::uuid
    else (select o.product_id from public.product_options o where o.id = (to_jsonb(new) ->> 'option_id')::uuid) end;
  v_first record;
begin
  select * into v_first from private.doubled_choices(v_product) limit 1;
  if found then
    perform private.refuse(422, 'doubled_choice', format('“%s” is a value of “%s” and also in the name of the variant “%s”. Remove one of them.',
      v_first.value_title, v_first.option_title, v_first.variant_title));
  end if;
  return null;
end;
$$;
comment on function private.refuse_doubled_choice() is
  'Refuses a variant or a value that makes one choice of a product two, which could contradict each other. Security definer: an editor writes both tables and may call no function of this schema.';
create trigger refuse_doubled_choice
  after insert or update of title, is_required, flaws, availability, product_id on public.variants
  for each row execute function private.refuse_doubled_choice();
create trigger refuse_doubled_choice
  after insert or update of title, is_offered, option_id on public.option_values
  for each row execute function private.refuse_doubled_choice();
