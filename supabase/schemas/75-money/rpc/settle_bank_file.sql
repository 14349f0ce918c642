-- The owner says what became of a file: the bank has it, or it never will. Said again it changes nothing.

create function private.settle_bank_file(p_id uuid, p_status text, p_reason text default '') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_file public.bank_files;
  v_refunds uuid[];
  v_refund uuid;
begin
  perform private.require_staff('owner');
  if p_status is null or p_status not in ('sent', 'discarded') then
    perform private.refuse(422, 'unknown_status', 'This status does not exist. Choose another.');
  end if;
  if length(v_reason) > 500 or p_status = 'discarded' and length(v_reason) < 2 then
    perform private.refuse(422, 'reason_missing', 'Enter a reason of 2 to 500 characters.');
  end if;
  select * into v_file from public.bank_files f where f.id = p_id for update;
  if not found then
    perform private.refuse(404, 'unknown_file', 'This bank file could not be found. Reload the page.');
  end if;
  if v_file.status = p_status then
    return private.bank_file_state(v_file);
  end if;
  if v_file.status <> 'made' then
    perform private.refuse(409, 'file_settled', case v_file.status
      when 'sent' then 'This file is marked as sent. It can’t be discarded any more.' else 'This file was discarded. Make a new one.' end);
  end if;
  v_refunds := array(select r.refund_id from public.bank_refunds r where r.file_id = p_id order by r.refund_id);
  perform 1 from public.order_records o
  where o.id in (select r.order_id from public.bank_refunds r where r.refund_id = any (v_refunds)) order by o.id for update;
  perform 1 from public.bank_refunds r where r.refund_id = any (v_refunds) order by r.refund_id for update;
  update public.bank_files f set status = p_status, reason = case when p_status = 'discarded' then v_reason else '' end,
    settled_at = clock_timestamp(), settled_by = auth.uid()
  where f.id = p_id returning * into v_file;
  update private.bank_file_contents c set kept_at = now() where c.file_id = p_id;
  if p_status = 'sent' then
    foreach v_refund in array v_refunds loop
      perform private.note_refund_sent(v_refund);
    end loop;
  else
    update public.bank_refunds r set file_id = null, account_end = '' where r.refund_id = any (v_refunds);
  end if;
  return private.bank_file_state(v_file);
end;
$$;
call pg_temp.expose('settle_bank_file', 'authenticated', 'bank files are written through functions alone.',
  'Marks a bank file as sent, which tells each customer once, or as discarded with a reason, which opens its refunds again. Staff: owner. Refuses with not_allowed, second_factor, unknown_status, reason_missing, unknown_file, file_settled.
Gives <make_bank_file>');
