-- Whoever plans shipping says in which zones a country is, all of them at once and only while they are
-- what was seen: of two who place the same country, the second would else put it into two zones.

create function private.set_country_zones(p_country text, p_zones uuid[], p_expected uuid[]) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_wanted constant uuid[] := array(select distinct z from unnest(p_zones) z where z is not null order by z);
  v_theirs uuid[];
begin
  perform private.require_staff('owner', 'fulfilment');
  if cardinality(v_wanted) > 20 then
    perform private.refuse(422, 'too_many_zones', 'Choose at most 20 zones.', '{"limit": 20}');
  end if;
  perform 1 from public.countries where code = p_country for no key update;
  if not found then
    perform private.refuse(404, 'unknown_country', 'This country no longer exists. Reload the page.', jsonb_build_object('country', p_country));
  end if;
  v_theirs := array(select zone_id from public.zone_countries where country_code = p_country order by zone_id);
  if v_theirs <> array(select distinct z from unnest(p_expected) z order by z) then
    perform private.refuse(409, 'zones_changed', 'Someone else changed this country’s zone in the meantime. Reload the page and try again.',
      jsonb_build_object('zones', to_jsonb(v_theirs)));
  end if;
  delete from public.zone_countries where country_code = p_country and zone_id <> all (v_wanted);
  insert into public.zone_countries (zone_id, country_code)
  select z, p_country from unnest(v_wanted) z on conflict do nothing;
  return jsonb_build_object('country', p_country, 'zones', to_jsonb(v_wanted));
exception
  when foreign_key_violation then
    perform private.refuse(404, 'unknown_zone', 'This zone no longer exists. Reload the page.', '{}');
end;
$$;
call pg_temp.expose('set_country_zones', 'authenticated', 'countries get into zones through it alone.',
  'Puts a country into these zones and no others, while it is in those of p_expected. Staff: owner, fulfilment. Refuses with not_allowed, too_many_zones, unknown_country, unknown_zone, zones_changed.
Refusals tell { zones?: string[] }
Gives { country: string; zones: string[] }');
