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
grant execute on function private.remove_webhook(uuid) to authenticated;
comment on function private.remove_webhook(uuid) is 'Body of public.remove_webhook. Security definer: nobody may write webhooks.';

create function public.remove_webhook(p_webhook uuid) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.remove_webhook(p_webhook)
$$;
grant execute on function public.remove_webhook(uuid) to authenticated;
comment on function public.remove_webhook(uuid) is
  'Removes a webhook with its address, what signs and its calls; false where there is none. Staff: owner. Refuses with not_allowed.';
