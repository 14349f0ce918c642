-- The webhooks of the shop, with how their calls went.

create function private.list_webhooks() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  return (select coalesce(jsonb_agg(private.webhook_facts(w) order by w.created_at, w.id), '[]') from private.webhooks w);
end;
$$;
grant execute on function private.list_webhooks() to authenticated;
comment on function private.list_webhooks() is 'Body of public.list_webhooks. Security definer: nobody may read webhooks.';

create function public.list_webhooks() returns jsonb
language sql stable security invoker
set search_path = ''
as $$
  select private.list_webhooks()
$$;
grant execute on function public.list_webhooks() to authenticated;
comment on function public.list_webhooks() is
  'The webhooks, without their addresses. Staff: owner. Refuses with not_allowed.
Gives <test_webhook>[]';
