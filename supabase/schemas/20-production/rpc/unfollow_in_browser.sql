-- A browser is no longer told. One that follows nothing any more is forgotten.

create function private.unfollow_in_browser(p_endpoint text, p_product uuid default null) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_browser constant uuid := (select id from private.browsers where endpoint = p_endpoint);
begin
  delete from private.browser_follows where browser_id = v_browser and product_id is not distinct from p_product;
  return found;
end;
$$;
call pg_temp.expose('unfollow_in_browser', 'anon, authenticated', 'nobody may write which browser follows what.',
  'Ends what the browser with this push address follows: the product, without one everything new. False where it followed no such thing.');
