create function private.pass_captcha(p_key uuid) returns void
language sql security definer
set search_path = ''
as $$
  delete from private.captcha_passes where passed_at < now() - interval '1 hour';
  insert into private.captcha_passes (order_key) values (p_key)
  on conflict (order_key) do update set passed_at = now();
$$;
call pg_temp.expose('pass_captcha', 'service_role', 'passes are written by it alone.',
  'Notes that whoever sends the order with this key is a person. For the edge function that asked the provider.');
