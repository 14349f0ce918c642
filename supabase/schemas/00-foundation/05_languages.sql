-- Which language somebody reads: the pages of another language name it with each request, and what they
-- ask for keeps it, because its mails come later.

create function private.published_language(p_code text) returns text
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (select right(s.key, 2) from public.settings s where s.key = concat('language_', p_code) and s.value > 0 and p_code ~ '^[a-z]{2}$');
end;
$$;
grant execute on function private.published_language(text) to anon, authenticated, service_role;
comment on function private.published_language(text) is
  'The code of a language that the owner publishes beside the first; null for any other text. Security definer: whoever writes a row needs it.';

create function private.request_language() returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(private.published_language(substring(
    coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> 'x-client-info' from '^keywright/(..)$')), 'en');
end;
$$;
grant execute on function private.request_language() to anon, authenticated, service_role;
comment on function private.request_language() is
  'The language of the pages that ask, by their header x-client-info: one that every hosted project lets through.';

create function private.account_language(p_user uuid) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce((
    select a.language from (
      select p.language, p.updated_at as at from public.profiles p where p.user_id = p_user
      union all
      (select o.language, o.placed_at from public.order_records o where o.user_id = p_user order by o.placed_at desc limit 1)
    ) a order by a.at desc limit 1
  ), (select u.raw_user_meta_data ->> 'language' from auth.users u where u.id = p_user));
end;
$$;
comment on function private.account_language(uuid) is
  'In which language an account last ordered or saved its details, else signed up; null where nothing says so.';

create function private.mail_language(p_kind text, p_payload jsonb, p_user uuid) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(private.published_language(case when p_kind not in ('shop_alerts', 'staff_invited') then coalesce(
    p_payload ->> 'language',
    (select o.language from public.order_records o where o.number = coalesce(p_payload ->> 'number', p_payload ->> 'order_number')),
    (select f.language from private.follows f where f.secret = (p_payload ->> 'follow_secret')::uuid),
    (select e.language from public.list_entries e where e.list_id = (p_payload ->> 'list_id')::uuid and e.user_id = p_user),
    private.account_language(p_user)) end), 'en');
end;
$$;
comment on function private.mail_language(text, jsonb, uuid) is
  'Of the order, the wish or the place on a list that a mail is about, else of its account; staff work in the first. The payload may say another.';
