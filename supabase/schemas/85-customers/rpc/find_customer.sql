-- From an order to the person behind it, for staff: an order alone does not say who that is.

create function private.find_customer(p_order uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner', 'fulfilment', 'support');
  perform private.count_customers();
  return private.customer_of_order(p_order);
end;
$$;
grant execute on function private.find_customer(uuid) to authenticated;
comment on function private.find_customer(uuid) is 'Body of public.find_customer. Security definer: nobody may read customers.';

create function public.find_customer(p_order uuid) returns uuid
language sql security invoker
set search_path = ''
as $$
  select private.find_customer(p_order)
$$;
grant execute on function public.find_customer(uuid) to authenticated;
comment on function public.find_customer(uuid) is
  'Whose an order is: an id for open_customer, null where nobody is behind it any more. Staff: owner, fulfilment, support. Refuses with not_allowed.';
