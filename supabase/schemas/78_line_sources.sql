-- Where a cart line may come from besides the shelf: an offer of a list, a design of the colour
-- picker. Orders ask here, so that lists and designs can change without orders noticing.

create function private.offer_terms(p_offer uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return null;
end;
$$;
revoke execute on function private.offer_terms(uuid) from public;
comment on function private.offer_terms(uuid) is
  'What an offer that can be bought now says: {variant_id, user_id, quantity, expires_at}; null where there is none.';

create function private.use_offer(p_offer uuid, p_order uuid) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  return false;
end;
$$;
revoke execute on function private.use_offer(uuid, uuid) from public;
comment on function private.use_offer(uuid, uuid) is
  'Marks an offer as used by an order; false when it no longer stands.';

create function private.design_copy(p_design uuid, p_user uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return null;
end;
$$;
revoke execute on function private.design_copy(uuid, uuid) from public;
comment on function private.design_copy(uuid, uuid) is
  'The design as an order keeps it; null where there is none that this person may order.';
