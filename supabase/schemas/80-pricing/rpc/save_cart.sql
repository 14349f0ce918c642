-- A browser hands in the cart of its account. It names the version it knows, so that what another
-- browser has put in meanwhile is never written over: then nothing is saved, and the answer brings it.

create function private.save_cart(p_lines jsonb, p_version int, p_together text default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_lines jsonb;
  v_together constant text := nullif(left(btrim(p_together), 40), '');
  v_cart private.saved_carts;
begin
  if v_user is null then
    perform private.refuse(401, 'signed_out', 'Please sign in first.');
  end if;
  v_lines := private.kept_lines(p_lines);
  if p_version = 0 then
    insert into private.saved_carts (user_id, lines, together) values (v_user, v_lines, v_together)
    on conflict (user_id) do nothing returning * into v_cart;
  else
    update private.saved_carts set lines = v_lines, together = v_together, version = version + 1, saved_at = clock_timestamp()
    where user_id = v_user and version = p_version returning * into v_cart;
  end if;
  if v_cart.user_id is not null then
    return private.cart_facts(v_cart) || '{"is_saved": true}';
  end if;
  select * into v_cart from private.saved_carts where user_id = v_user;
  -- An answer that got lost leaves a browser that does not know the version of its own cart.
  return private.cart_facts(v_cart) || jsonb_build_object('is_saved', coalesce(v_cart.lines = v_lines and v_cart.together is not distinct from v_together, false));
end;
$$;
call pg_temp.expose('save_cart', 'authenticated', 'saved carts are written through functions alone.',
  'Saves the caller''s cart over version p_version, 0 for the first one, and that it waits to be sent together, until when p_together says. Where is_saved is false, it gives what another browser has saved meanwhile. Refuses with signed_out, wrong_json, wrong_lines, too_many_lines, unknown_variant, wrong_quantity, wrong_options.
Gives {
  is_saved: boolean;
  lines: { design_id: string | null; offer_id: string | null; options: Record<string, string>; quantity: number; variant_id: string }[];
  saved_at: string | null;
  together: string | null;
  version: number;
}');
