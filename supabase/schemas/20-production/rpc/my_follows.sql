-- What the caller follows, or would like to have back: what was asked for with the account, and what was
-- asked for without it by a mailbox that the account has proven.

create function private.my_follows() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.', '{}');
  end if;
  return coalesce((
    select jsonb_agg(own.facts order by own.since desc)
    from (
      select f.confirmed_at as since, (private.follow_payload(f) - 'follow_secret' - 'lines') || jsonb_build_object(
        'id', f.id, 'product_id', f.product_id, 'variant_id', f.variant_id, 'since', f.confirmed_at) as facts
      from private.follows f
      where (f.user_id = v_user or f.email = (select lower(u.email) from auth.users u where u.id = v_user))
        and private.own_follow(f, v_user)
        and f.confirmed_at is not null and f.ended_at is null and f.told_at is null
      order by f.confirmed_at desc limit 400
    ) own
  ), '[]');
end;
$$;
call pg_temp.expose('my_follows', 'authenticated', 'nobody may read who follows what.',
  'What the caller follows, or would like to have back; drops are everything new. Refuses with signed_out.
Gives (
  | {
      about: "updates" | "stock";
      id: string;
      product_id: string;
      product_kind: <product_kind>;
      product_title: string;
      product_url: string;
      since: string;
      variant_id: string | null;
      variant_title: string;
    }
  | { about: "drops"; id: string; product_id: null; since: string; variant_id: null }
)[]');
