-- The owner downloads a file for the bank, byte for byte as it was made.

create function private.read_bank_file(p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_answer jsonb;
begin
  perform private.require_reader('owner');
  select jsonb_build_object('name', 'refunds-' || f.message_id || '.xml', 'content', c.content) into v_answer
  from public.bank_files f join private.bank_file_contents c on c.file_id = f.id where f.id = p_id;
  if v_answer is null then
    perform private.refuse(404, 'unknown_file', 'This bank file could not be found. Files are kept for 400 days.');
  end if;
  return v_answer;
end;
$$;
call pg_temp.expose('read_bank_file', 'authenticated', 'contents are read by functions alone.',
  'A bank file to download. Staff: owner. Refuses with not_allowed, unknown_file.
Gives { content: string; name: string }');
