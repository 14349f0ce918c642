-- Editors ask for a build of the site. The only way to queue one; while one waits, asking again
-- joins it, for it will contain everything saved until it starts.

create function private.request_publish(p_note text default '') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_note constant text := btrim(coalesce(p_note, ''));
  v_request public.publish_requests;
  v_joined boolean := false;
begin
  perform private.require_staff('owner', 'editor');
  if length(v_note) > 500 then
    perform private.refuse(422, 'note_too_long', 'A note can have up to 500 characters.',
      jsonb_build_object('limit', 500));
  end if;
  insert into public.publish_requests (requested_by, note) values (auth.uid(), v_note)
  on conflict (status) where status = 'queued' do nothing
  returning * into v_request;
  if v_request.id is null then
    v_joined := true;
    update public.publish_requests
    set note = left(concat_ws(E'\n', nullif(note, ''), nullif(v_note, '')), 500)
    where status = 'queued'
    returning * into v_request;
  end if;
  if v_request.id is null then
    perform private.refuse(409, 'build_started', 'A build has just started. Try again in a few minutes.', '{}');
  end if;
  return jsonb_build_object(
    'id', v_request.id, 'status', v_request.status, 'requested_at', v_request.requested_at,
    'joined', v_joined);
end;
$$;
call pg_temp.expose('request_publish', 'authenticated', 'staff queue builds through this function alone.',
  'Queues a build of the site, or joins the one that waits. Staff: owner, editor. Refuses with not_allowed, note_too_long, build_started.
Gives { id: string; joined: boolean; requested_at: string; status: "queued" }');

-- A build writes its log every moment: only what decides about it is worth an audit row.
create trigger audit after insert or update of status, note, build_id or delete on public.publish_requests
  for each row execute function private.audit_row();
