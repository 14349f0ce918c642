create function private.pass_captcha(p_key uuid) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.captcha_passes where passed_at < now() - interval '1 hour';
  insert into private.captcha_passes (order_key) values (p_key)
  on conflict (order_key) do update set passed_at = now();
$$;
grant execute on function private.pass_captcha(uuid) to service_role;
comment on function private.pass_captcha(uuid) is
  'Body of public.pass_captcha. Security definer: passes are written by it alone.';

create function public.pass_captcha(p_key uuid) returns void
language sql security invoker
set search_path = ''
as $$
  select private.pass_captcha(p_key)
$$;
grant execute on function public.pass_captcha(uuid) to service_role;
comment on function public.pass_captcha(uuid) is
  'Notes that whoever sends the order with this key is a person. For the edge function that asked the provider.';
