-- Tells staff that a shared design, public or by its link, should not be there. One report per person, and few by guests.

create function private.report_design(p_id uuid, p_reason text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
begin
  if length(v_reason) not between 3 and 500 then
    perform private.refuse(422, 'reason_missing', 'Describe the problem in 3 to 500 characters.', '{}');
  end if;
  perform 1 from public.designs where id = p_id and visibility <> 'private' and hidden_at is null for update;
  if not found then
    perform private.refuse(404, 'unknown_design', 'This design no longer exists or is private.', jsonb_build_object('id', p_id));
  end if;
  -- Whoever reports more says nothing new: the answer is the same and nothing is kept.
  if auth.uid() is not null or (
    select count(*) from public.design_reports where design_id = p_id and user_id is null and answered_at is null) < 10
  then
    insert into public.design_reports (design_id, user_id, reason) values (p_id, auth.uid(), v_reason)
    on conflict (design_id, user_id) do update set reason = excluded.reason, reported_at = now(), answered_at = null;
  end if;
  return jsonb_build_object('reported', true);
end;
$$;
call pg_temp.expose('report_design', 'anon, authenticated, service_role', 'reports are for staff alone.',
  'Reports a public or unlisted design to staff. Refuses with reason_missing, unknown_design.
Gives { reported: true }');
