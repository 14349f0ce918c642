-- The functions alone know the keys of providers. They tell the shop which are there, so that it offers
-- nothing that can't be paid, and says where no money moves.

create function private.note_payment_keys(p_keys jsonb) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  v_changed int;
begin
  if jsonb_typeof(p_keys) is distinct from 'object' or pg_column_size(p_keys) > 4000
    or exists (select from jsonb_each(p_keys) k where k.value #>> '{}' is null or k.value #>> '{}' not in ('missing', 'test', 'live')) then
    perform private.refuse(422, 'wrong_keys', 'Say of each provider whether its keys are missing, for tests or live.');
  end if;
  update public.payment_methods m set keys = k.value
  from jsonb_each_text(p_keys) k
  where m.code = k.key and m.code <> 'invoice' and m.keys is distinct from k.value;
  get diagnostics v_changed = row_count;
  return v_changed;
end;
$$;
call pg_temp.expose('note_payment_keys', 'service_role', 'nobody may write this column.',
  'What the functions know of the keys of providers: {code: missing | test | live}. The service alone. Gives how many changed. Refuses with wrong_keys.');
