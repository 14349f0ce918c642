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
call pg_temp.expose('keep_notice_keys', 'service_role', 'nobody may write the keys.',
  'Keeps a new pair of keys for push services; false where there is one already, which stays. The service alone.');
