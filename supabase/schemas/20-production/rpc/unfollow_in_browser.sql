-- A browser is no longer told. One that follows nothing any more is forgotten.

create function private.unfollow_in_browser(p_endpoint text, p_product uuid) returns boolean
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
grant execute on function private.unfollow_in_browser(text, uuid) to anon, authenticated;
comment on function private.unfollow_in_browser(text, uuid) is
  'Body of public.unfollow_in_browser. Security definer: nobody may write which browser follows what.';

create function public.unfollow_in_browser(p_endpoint text, p_product uuid default null) returns boolean
language sql security invoker
set search_path = ''
as $$
  select private.unfollow_in_browser(p_endpoint, p_product)
$$;
grant execute on function public.unfollow_in_browser(text, uuid) to anon, authenticated;
comment on function public.unfollow_in_browser(text, uuid) is
  'Ends what the browser with this push address follows: the product, without one everything new. False where it followed no such thing.';
