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
call pg_temp.expose('find_customer', 'authenticated', 'nobody may read customers.',
  'Whose an order is: an id for open_customer, null where nobody is behind it any more. Staff: owner, fulfilment, support. Refuses with not_allowed.');
