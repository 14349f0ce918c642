-- The cart of the caller's account, for a browser that wants to know what others have put in.

create function private.my_cart() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.cart_facts((select c from private.saved_carts c where c.user_id = (select auth.uid())))
$$;
call pg_temp.expose('my_cart', 'authenticated', 'nobody may read saved carts.',
  'The caller''s saved cart; version 0 and no lines where nothing was ever saved.
Gives {
  lines: { design_id: string | null; offer_id: string | null; options: Record<string, string>; quantity: number; variant_id: string }[];
  saved_at: string | null;
  together: string | null;
  version: number;
}');
