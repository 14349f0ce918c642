-- Designs as the desk reads them: what was reported and what is hidden, shared by a link or public, and what
-- is in the gallery. Who made one is told to those who may open customers, as their masks have it.

create function private.list_public_designs(
  p_state text, p_search text default '', p_is_ascending boolean default false,
  p_after_at timestamptz default null, p_after_id uuid default null, p_most int default 100
) returns table (
  id uuid, code text, name text, design jsonb, is_hidden boolean, open_reports int, last_reason text,
  at timestamptz, has_account boolean, maker_id uuid, maker text
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_search constant text := lower(btrim(left(coalesce(p_search, ''), 80)));
  v_from text;
begin
  perform private.require_reader('owner', 'editor', 'support');
  v_from := case p_state
    when 'reported' then
      '(select r.design_id, max(r.reported_at) as at from public.design_reports r where r.answered_at is null group by r.design_id) w
       join public.designs d on d.id = w.design_id cross join lateral (select w.at) m where d.visibility <> ''private'''
    when 'hidden' then 'public.designs d cross join lateral (select d.hidden_at as at) m where d.hidden_at is not null and d.visibility <> ''private'''
    else 'public.designs d cross join lateral (select d.created_at as at) m where d.hidden_at is null and d.visibility = ''public'''
  end;
  if v_search <> '' then
    v_from := v_from || ' and (lower(d.name) like $1 or d.code = $2)';
  end if;
  if p_after_id is not null then
    v_from := v_from || format(' and (m.at, d.id) %s ($3, $4)', case when p_is_ascending then '>' else '<' end);
  end if;
  return query execute format($sql$
    with page as (select d.*, m.at from %1$s order by m.at %2$s, d.id %2$s limit $5)
    select p.id, p.code, p.name, p.design, p.hidden_at is not null, coalesce(r.count, 0)::int, coalesce(l.reason, ''),
      p.at, p.owner_id is not null, k.id, k.name
    from page p
    left join lateral (
      select count(*) from public.design_reports o where o.design_id = p.id and o.answered_at is null) r on true
    left join lateral (
      select o.reason from public.design_reports o where o.design_id = p.id order by o.reported_at desc, o.id limit 1) l on true
    left join lateral private.design_person(p.owner_id) k on true
    order by p.at %2$s, p.id %2$s
  $sql$, v_from, case when p_is_ascending then 'asc' else 'desc' end)
  using '%' || regexp_replace(v_search, '([\\%_])', '\\\1', 'g') || '%', v_search, p_after_at, p_after_id,
    least(greatest(coalesce(p_most, 100), 1), 1000);
end;
$$;
call pg_temp.expose('list_public_designs', 'authenticated', 'whose a design is, nobody may read.',
  'A page of public designs, of reported and hidden ones the unlisted too, p_most after the row with p_after_at and p_after_id. p_state reported: with open reports, by the last of them; hidden: by when they were hidden; anything else: what the gallery shows, by when it was made. The maker is for owner and support, the name masked for support. Staff: owner, editor, support. Refuses with not_allowed.
Gives {
  id: string;
  code: string;
  name: string;
  design: <designs.design>;
  is_hidden: boolean;
  open_reports: number;
  last_reason: string;
  at: string;
  has_account: boolean;
  maker_id: string | null;
  maker: string | null;
}[]');

create function private.design_person(p_user uuid) returns table (id uuid, name text)
language plpgsql stable
set search_path = ''
as $$
begin
  if p_user is null or not private.is_staff('owner', 'support') then
    return;
  end if;
  return query select p_user,
    case when private.sees_contacts() then n.name else private.mask_name(n.name) end
  from private.customer_name(p_user, null) n (name);
end;
$$;
comment on function private.design_person(uuid) is
  'Whose a design or a report is, for staff who may open customers; names are masked as there.';
