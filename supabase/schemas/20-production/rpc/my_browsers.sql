-- Which browsers tell the caller what: for the file of their own data, and so that one that is lost can be stopped.

create function private.my_browsers() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  return private.browsers_of(v_user);
end;
$$;
call pg_temp.expose('my_browsers', 'authenticated', 'nobody may read browsers.',
  'The caller''s browsers that are told, and of what; no product is everything new. Refuses with signed_out.
Gives {
  added_at: string;
  follows: { asked_at: string; product_title: string | null; told_at: string | null }[];
  id: string;
  language: string;
  push_service: string;
  seen_at: string;
}[]');
