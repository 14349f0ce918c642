-- An owner removes a webhook; what waited for it is not sent.

create function private.remove_webhook(p_webhook uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('owner');
  delete from private.webhooks w where w.id = p_webhook;
  return found;
end;
$$;
call pg_temp.expose('remove_webhook', 'authenticated', 'nobody may write webhooks.',
  'Removes a webhook with its address, what signs and its calls; false where there is none. Staff: owner. Refuses with not_allowed.');
