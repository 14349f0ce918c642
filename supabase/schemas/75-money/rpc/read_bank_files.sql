-- Which files of refunds were made for the bank, by whom, and what became of them.

create function private.read_bank_files(p_before timestamptz default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner', 'fulfilment');
  return (
    select coalesce(jsonb_agg(private.bank_file_state(f.file) order by f.made_at desc, f.id desc), '[]')
    from (
      select b as file, b.made_at, b.id from public.bank_files b
      where p_before is null or b.made_at < p_before order by b.made_at desc, b.id desc limit 20
    ) f);
end;
$$;
call pg_temp.expose('read_bank_files', 'authenticated', 'nobody may read the staff table.',
  'The newest twenty bank files, before a moment if one is given. Staff: owner, fulfilment. Refuses with not_allowed.
Gives <make_bank_file>[]');
