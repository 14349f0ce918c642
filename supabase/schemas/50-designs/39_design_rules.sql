-- What a design must look like, whose it is, and what stands in the way of making it. Every function
-- that touches a design decides through these.

create function private.design_layouts() returns table (code text, zones text)
language sql immutable
set search_path = ''
as $$
  values ('60', 'xaaaaaaaaaaaammaaaaaaaaaaaaamaaaaaaaaaaaxmaaaaaaaaaammmmammmm'),
    ('60-iso', 'xaaaaaaaaaaaammaaaaaaaaaaaaxmaaaaaaaaaaaamaaaaaaaaaaammmmammmm'),
    ('65', 'xaaaaaaaaaaaammmaaaaaaaaaaaaammaaaaaaaaaaaxmmaaaaaaaaaammmmmmammmmm'),
    ('65-iso', 'xaaaaaaaaaaaammmaaaaaaaaaaaaxmmaaaaaaaaaaaammaaaaaaaaaaammmmmmammmmm'),
    ('75', 'xmmmmmmmmmmmmmaaaaaaaaaaaaammmaaaaaaaaaaaaammaaaaaaaaaaaxmmaaaaaaaaaammmmmmammmmmm'),
    ('tkl', 'xmmmmmmmmmmmmmmmaaaaaaaaaaaaammmmmaaaaaaaaaaaaammmmaaaaaaaaaaaxmaaaaaaaaaammmmmammmmmmm'),
    ('tkl-iso', 'xmmmmmmmmmmmmmmmaaaaaaaaaaaaammmmmaaaaaaaaaaaaxmmmmaaaaaaaaaaaamaaaaaaaaaaammmmmammmmmmm'),
    ('1800', 'xmmmmmmmmmmmmmmmmaaaaaaaaaaaaammaaamaaaaaaaaaaaaaaaaamaaaaaaaaaaaxaaamaaaaaaaaaamaaaxmmmmammaammm'),
    ('full', 'xmmmmmmmmmmmmmmmaaaaaaaaaaaaammmmmaaamaaaaaaaaaaaaammmaaaamaaaaaaaaaaaxaaamaaaaaaaaaammaaaxmmmammmmmmmaa'),
    ('full-iso', 'xmmmmmmmmmmmmmmmaaaaaaaaaaaaammmmmaaamaaaaaaaaaaaaxmmmaaaamaaaaaaaaaaaaaaamaaaaaaaaaaammaaaxmmmammmmmmmaa'),
    ('alice', 'xaaammmaaaammaaxmammmmmmaaaaaaaaaaaaaaaaamamaaaaaaaaaaaaaaaaaaaaaam'),
    ('hhkb', 'xaaaaaaaaaaaaaamaaaaaaaaaaaammaaaaaaaaaaaxmaaaaaaaaaammmmamm'),
    ('ortho-40', 'xaaaaaaaaaammaaaaaaaaaaamaaaaaaaaaaxmmmmmammmmm'),
    ('numpad', 'xmmmmaaaaaaaaaaaaaxaa'),
    ('macropad', 'aaaaaaaaa')
$$;
comment on function private.design_layouts() is
  'The layouts that come with the shop, with a letter for each cap: a for alphas, m for modifiers, x for accents. A test compares it with the picker''s.';

create function private.key_zone(p_words text[], p_is_bar boolean) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  v_words constant text[] := array(select lower(word) from unnest(p_words) word);
begin
  if cardinality(v_words) = 0 then return case when p_is_bar then 'a' else 'm' end; end if;
  if v_words && '{esc,escape,enter,return}' then return 'x'; end if;
  if v_words && '{space,spacebar}' then return 'a'; end if;
  -- A number pad says under its digits and point what they do without Num Lock: '7' over 'Home'.
  if v_words[1] ~ '^[0-9.,]$' then return 'a'; end if;
  return case when exists (
    select from unnest(p_words) word where char_length(word) <> 1 or word in ('←', '↑', '→', '↓')
  ) then 'm' else 'a' end;
end;
$$;
comment on function private.key_zone(text[], boolean) is
  'The letter of a key''s zone by the words on its top, from the top left on; one without words is an alpha where it is a bar or a single unit. The picker reads the same from tests/cases/key-zones.json.';

create function private.legend_words(p_label text, p_alignment int) returns text[]
language sql immutable
set search_path = ''
as $$
  -- Where KLE prints the lines of a label; those without a place here are on the front, or nowhere.
  select coalesce(array_agg(l.word order by l.place), '{}')
  from (
    select btrim(t.line, E' \t\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff') as word,
      (case p_alignment % 4
        when 0 then array[0, 6, 2, 8, null, null, 3, 5, 1, 4, 7]
        when 1 then array[1, 7, null, null, null, null, 4]
        when 2 then array[3, null, 5, null, null, null, null, null, 4]
        else array[4]
      end)[t.line_number] as place
    from string_to_table(p_label, E'\n') with ordinality t (line, line_number)
  ) l
  where l.place is not null and l.word <> ''
$$;
comment on function private.legend_words(text, int) is 'The words on the top of a key of KLE data, from the top left on.';

create function private.layout_keys(p_layout jsonb) returns table (zone text, is_cap boolean)
language plpgsql stable
set search_path = ''
as $$
declare
  v_item jsonb;
  v_alignment int := 4;
  v_width numeric := 1;
  v_width2 numeric := 0;
  v_is_decal boolean := false;
  v_is_ghost boolean := false;
begin
  if jsonb_typeof(p_layout) = 'string' then
    return query select z.letter, true from private.design_layouts() l
      cross join lateral string_to_table(l.zones, null) z (letter) where l.code = p_layout #>> '{}';
    return;
  end if;
  -- KLE data is a program: an object changes what holds for the keys after it, a text is a key.
  for v_item in
    select i.item
    from jsonb_array_elements(p_layout) with ordinality r (keys, row_number)
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(r.keys) when 'array' then r.keys else '[]' end
    ) with ordinality i (item, at)
    order by r.row_number, i.at
  loop
    if jsonb_typeof(v_item) = 'object' then
      if jsonb_typeof(v_item -> 'a') = 'number' then v_alignment := (v_item -> 'a')::int; end if;
      if jsonb_typeof(v_item -> 'w') = 'number' then
        v_width := (v_item -> 'w')::numeric;
        v_width2 := v_width;
      end if;
      if jsonb_typeof(v_item -> 'w2') = 'number' then v_width2 := (v_item -> 'w2')::numeric; end if;
      v_is_decal := coalesce(v_item -> 'd' = 'true', v_is_decal);
      v_is_ghost := coalesce(v_item -> 'g' = 'true', v_is_ghost);
    else
      zone := private.key_zone(
        private.legend_words(v_item #>> '{}', v_alignment), v_width = 1 or greatest(v_width, v_width2) >= 2);
      -- A decal is paint on the desk, and a ghost a gap between keys.
      is_cap := not v_is_decal and not v_is_ghost;
      return next;
      v_width := 1;
      v_width2 := 0;
      v_is_decal := false;
    end if;
  end loop;
end;
$$;
comment on function private.layout_keys(jsonb) is
  'The keys of a layout in their order: the letter of the zone by the legends (a for alphas, m for modifiers, x for accents), and whether it takes a cap. The layout was checked before.';

create function private.layout_zones(p_layout jsonb) returns text
language sql stable
set search_path = ''
as $$
  select string_agg(k.zone, '' order by k.place)
  from private.layout_keys(p_layout) with ordinality k (zone, is_cap, place)
$$;
comment on function private.layout_zones(jsonb) is 'The zone of each key of a layout by its legends, as letters.';

create function private.design_cap_count(p_layout jsonb) returns int
language sql stable
set search_path = ''
as $$
  select count(*) filter (where k.is_cap)::int from private.layout_keys(p_layout) k
$$;
comment on function private.design_cap_count(jsonb) is 'How many caps a layout takes.';

create function private.is_number_between(p_value jsonb, p_least numeric, p_most numeric) returns boolean
language sql immutable
set search_path = ''
as $$
  select case jsonb_typeof(p_value) when 'number' then p_value::numeric between p_least and p_most else false end
$$;
comment on function private.is_number_between(jsonb, numeric, numeric) is 'Whether a value is a number within bounds.';

create function private.is_key_property(p_name text, p_value jsonb, p_is_first boolean) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return case
    -- Only the first entry of a row turns what follows.
    when p_name in ('r', 'rx', 'ry') and not p_is_first then false
    when p_name = 'fa' then jsonb_typeof(p_value) = 'array' and not exists (
      select from jsonb_array_elements(p_value) s
      where s <> 'null' and not private.is_number_between(s, 0, 1000))
    when p_value = 'null' then true
    when p_name in ('x', 'y', 'x2', 'y2', 'r', 'rx', 'ry') then private.is_number_between(p_value, -1000, 1000)
    when p_name in ('w', 'h') then private.is_number_between(p_value, 0.01, 1000)
    when p_name in ('w2', 'h2', 'f', 'f2') then private.is_number_between(p_value, 0, 1000)
    when p_name = 'a' then p_value in ('0', '1', '2', '3', '4', '5', '6', '7')
    when p_name in ('t', 'c', 'p', 'sm', 'sb', 'st') then jsonb_typeof(p_value) = 'string'
    else true
  end;
end;
$$;
comment on function private.is_key_property(text, jsonb, boolean) is
  'Whether KLE data may set a property of keys to a value; others are not drawn. The picker reads the same from tests/cases/designs.ts.';

create function private.is_kle_data(p_layout jsonb) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return not exists (
    select from jsonb_array_elements(p_layout) with ordinality r (entry, place)
    where jsonb_typeof(r.entry) <> 'array' and not (r.place = 1 and jsonb_typeof(r.entry) = 'object')
  ) and not exists (
    select from jsonb_array_elements(p_layout) r (entry)
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(r.entry) when 'array' then r.entry else '[]' end) with ordinality i (item, place)
    where jsonb_typeof(i.item) not in ('string', 'object') or exists (
      select from jsonb_each(case jsonb_typeof(i.item) when 'object' then i.item else '{}' end) p
      where not private.is_key_property(p.key, p.value, i.place = 1))
  );
end;
$$;
comment on function private.is_kle_data(jsonb) is 'Whether a list can be read as KLE data.';

create function private.is_paint(p_paint jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(p_paint) = 'object'
    and p_paint ->> 'hex' ~ '^#[0-9a-f]{6}$'
    and (p_paint -> 'code' is null or (jsonb_typeof(p_paint -> 'code') = 'string'
      and length(p_paint ->> 'code') <= 60 and p_paint ->> 'code' ~ '^[a-z0-9]+(-[a-z0-9]+)*$'))
    and (p_paint - 'hex' - 'code') = '{}', false)
$$;
comment on function private.is_paint(jsonb) is 'Whether a value is a colour of a design: {hex} or {hex, code}.';

create function private.design_layout_fault(p_layout jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_fault text;
begin
  case jsonb_typeof(p_layout)
    when 'string' then
      if not exists (select from private.design_layouts() where code = p_layout #>> '{}') then
        return 'There is no layout with this name.';
      end if;
    when 'array' then
      -- In this order: keys are counted in what is KLE data.
      v_fault := 'The layout must be KLE data with 1 to 1000 keys.';
      if not private.is_kle_data(p_layout) then return v_fault; end if;
      if (select count(*) not between 1 and 1000 from private.layout_keys(p_layout)) then return v_fault; end if;
      if private.design_cap_count(p_layout) = 0 then return 'The layout has no caps.'; end if;
    else return 'A design needs a layout: a name, or KLE data.';
  end case;
  return null;
end;
$$;
comment on function private.design_layout_fault(jsonb) is 'What is wrong with a layout, or null.';

create function private.design_zones() returns text[]
language sql immutable
set search_path = ''
as $$
  select array['alphas', 'modifiers', 'accents', 'legends', 'modifierLegends', 'accentLegends', 'case', 'plate', 'weight']
$$;
comment on function private.design_zones() is 'The parts of a board that have a colour each.';

create function private.design_core(p_design jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'layout', p_design -> 'layout',
    'zones', (select jsonb_object_agg(z, p_design -> 'zones' -> z) from unnest(private.design_zones()) z),
    'keys', coalesce(nullif(p_design -> 'keys', 'null'), '{}'),
    'legends', coalesce(p_design ->> 'legends', 'on'),
    'profile', coalesce(p_design ->> 'profile', 'cherry'),
    'caseStyle', coalesce(p_design ->> 'caseStyle', 'seamless'))
$$;
comment on function private.design_core(jsonb) is 'What of a design as it was sent is kept: nothing but what is drawn.';

create function private.design_fault(p_design jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_core jsonb;
  v_zone text;
  v_fault text;
begin
  if jsonb_typeof(p_design) is distinct from 'object' then return 'The design is not valid. Reload the page and try again.'; end if;
  v_core := private.design_core(p_design);
  if octet_length(v_core::text) > 90000 then
    return 'A design can have at most 90 kB. Paint whole zones instead of single keys, or use a smaller layout.';
  end if;
  if length(btrim(coalesce(p_design ->> 'name', ''))) not between 1 and 80 then
    return 'A design needs a name of 1 to 80 characters.';
  end if;
  if coalesce(p_design ->> 'visibility', '') not in ('private', 'unlisted', 'public') then
    return 'Set the visibility to private, unlisted or public.';
  end if;
  v_fault := private.design_layout_fault(p_design -> 'layout');
  if v_fault is not null then return v_fault; end if;
  foreach v_zone in array private.design_zones() loop
    if not private.is_paint(v_core -> 'zones' -> v_zone) then
      return format('The zone %s needs a colour.', v_zone);
    end if;
  end loop;
  if v_core ->> 'legends' not in ('on', 'off', 'sub')
    or v_core ->> 'profile' not in ('cherry', 'sa', 'xda', 'low')
    or v_core ->> 'caseStyle' not in ('seamless', 'forehead', 'wedge', 'pebble', 'tray', 'floating', 'none') then
    return 'The legends, profile or case style are not recognised. Choose them again.';
  end if;
  return private.design_keys_fault(v_core -> 'keys', v_core -> 'layout');
end;
$$;
comment on function private.design_fault(jsonb) is
  'What is wrong with a design as it was sent, or null. The picker says the same: tests/cases/designs.ts.';

create function private.design_keys_fault(p_keys jsonb, p_layout jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_keys) <> 'object' then return 'The painted keys are not valid. Reload the page and try again.'; end if;
  if p_keys = '{}' then return null; end if;
  -- One name for each key: 7 and 007 would be two colours of one.
  if exists (select from jsonb_object_keys(p_keys) k where k !~ '^(0|[1-9][0-9]{0,2})$')
    or (select max(k::int) from jsonb_object_keys(p_keys) k) >= length(private.layout_zones(p_layout)) then
    return 'A painted key is not in the layout.';
  end if;
  if exists (
    select from jsonb_each(p_keys) k
    where jsonb_typeof(k.value) <> 'object'
      or not coalesce(k.value -> 'cap' is null or private.is_paint(k.value -> 'cap'), false)
      or not coalesce(k.value -> 'legend' is null or private.is_paint(k.value -> 'legend'), false)
      or not coalesce(k.value -> 'zone' is null or k.value -> 'zone' in ('"alphas"', '"modifiers"', '"accents"'), false)
      or (k.value - 'cap' - 'legend' - 'zone') <> '{}'
  ) then
    return 'A key has an invalid colour.';
  end if;
  return null;
end;
$$;
comment on function private.design_keys_fault(jsonb, jsonb) is 'What is wrong with the keys of a design, or null.';

create function private.design_paints(p_design jsonb)
returns table (zone text, keys int[], hex text, code text)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  v_keys constant jsonb := coalesce(p_design -> 'keys', '{}');
  v_zones text;
begin
  if v_keys <> '{}' then v_zones := private.layout_zones(p_design -> 'layout'); end if;
  return query
  -- The colours as they are made: a zone's, and those of single keys, which are caps or legends.
  select case when z.key in ('modifierLegends', 'accentLegends') then 'legends' else z.key end,
    null::int[], z.value ->> 'hex', z.value ->> 'code'
  from jsonb_each(p_design -> 'zones') z
  union all
  select
    case p.part
      when 'legend' then 'legends'
      else coalesce(k.value ->> 'zone', case substr(v_zones, k.key::int + 1, 1)
        when 'm' then 'modifiers' when 'x' then 'accents' else 'alphas' end)
    end,
    array_agg(k.key::int order by k.key::int), k.value -> p.part ->> 'hex', k.value -> p.part ->> 'code'
  from jsonb_each(v_keys) k
  cross join (values ('cap'), ('legend')) p (part)
  where k.value -> p.part is not null
  group by 1, 3, 4;
end;
$$;
comment on function private.design_paints(jsonb) is
  'Every colour of a design with its zone, and the keys that have it for themselves. A key that names no zone is in the one of its legends.';

create function private.design_families(p_design jsonb) returns text[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct c.colour_family order by c.colour_family), '{}')
  from private.design_paints(p_design) p join public.colorways c on c.code = p.code
  where p.zone in ('alphas', 'modifiers', 'accents')
$$;
comment on function private.design_families(jsonb) is 'The colour families of the caps, for the gallery''s filter.';

create function private.holds_design_secret(p_design uuid, p_secret text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from private.design_secrets s
    where s.design_id = p_design
      and s.secret_hash = encode(sha256(convert_to(coalesce(p_secret, ''), 'UTF8')), 'hex')
  )
$$;
comment on function private.holds_design_secret(uuid, text) is
  'Whether the caller shows the secret of a guest''s design. Security definer: nobody reads the secrets.';

create function private.is_design_maker(p_design public.designs, p_secret text) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(p_design.owner_id = auth.uid(), false)
    or (p_design.owner_id is null and private.holds_design_secret(p_design.id, p_secret))
$$;
comment on function private.is_design_maker(public.designs, text) is
  'Whether the caller made a design: by account, or by the secret that a guest was given.';

create function private.can_see_design(p_design public.designs, p_secret text) returns boolean
language sql stable
set search_path = ''
as $$
  select private.is_design_maker(p_design, p_secret)
    or (p_design.visibility <> 'private'
      and (p_design.hidden_at is null or private.is_staff('owner', 'editor', 'support')))
$$;
comment on function private.can_see_design(public.designs, text) is
  'Whether the caller, who has the id, may read a design.';

create function private.changeable_design(p_id uuid, p_secret text) returns public.designs
language plpgsql volatile
set search_path = ''
as $$
declare
  v_design public.designs;
begin
  select * into v_design from public.designs where id = p_id for update;
  if not found or not private.can_see_design(v_design, p_secret) then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists.', jsonb_build_object('id', p_id));
  end if;
  if not private.is_design_maker(v_design, p_secret) then
    perform private.refuse(403, 'not_yours', 'This design belongs to someone else. Make a copy and change that.',
      jsonb_build_object('id', p_id));
  end if;
  return v_design;
end;
$$;
comment on function private.changeable_design(uuid, text) is
  'The design, locked, if the caller made it; a private one of another is answered as one that does not exist.';

create function private.new_design_secret(p_design uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  v_secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.design_secrets (design_id, secret_hash)
  values (p_design, encode(sha256(convert_to(v_secret, 'UTF8')), 'hex'));
  return v_secret;
end;
$$;
comment on function private.new_design_secret(uuid) is 'Makes and keeps the hash of a guest''s secret; it is shown this once.';
