-- The shop makes the pair by which push services know it, once: the function that sends notices can, a database can't.

create function private.keep_notice_keys(p_public text, p_private text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.notice_keys (public_key, private_key) values (p_public, p_private) on conflict do nothing;
  return found;
end;
$$;
grant execute on function private.keep_notice_keys(text, text) to service_role;
comment on function private.keep_notice_keys(text, text) is
  'Body of public.keep_notice_keys. Security definer: nobody may write the keys.';

create function public.keep_notice_keys(p_public text, p_private text) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.keep_notice_keys(p_public, p_private)
$$;
grant execute on function public.keep_notice_keys(text, text) to service_role;
comment on function public.keep_notice_keys(text, text) is
  'Keeps a new pair of keys for push services; false where there is one already, which stays. The service alone.';
