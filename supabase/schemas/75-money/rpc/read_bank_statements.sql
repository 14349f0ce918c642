-- Which files of banks were read here, by whom, and what became of their payments.

create function private.read_bank_statements(p_before timestamptz default null, p_header text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner', 'fulfilment');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'account', s.account, 'file_name', s.file_name, 'format', s.format,
      'first_on', s.first_on, 'last_on', s.last_on, 'payments', s.payments, 'columns', s.columns, 'read_at', s.read_at,
      'by', private.staff_words(s.read_by), 'recorded', e.recorded, 'recorded_minor', e.recorded_minor, 'currency', e.currency, 'unmatched', e.unmatched)
      order by s.read_at desc, s.id desc), '[]')
    from (
      select * from public.bank_statements r
      where (p_before is null or r.read_at < p_before)
        and (p_header is null or r.format = 'csv' and md5(r.header) = md5(p_header) and r.header = p_header)
      order by r.read_at desc, r.id desc limit case when p_header is null then 20 else 1 end
    ) s cross join lateral (
      select count(*) filter (where b.status = 'recorded') as recorded, coalesce(sum(b.amount_minor) filter (where b.status = 'recorded'), 0) as recorded_minor,
        count(*) filter (where b.status = 'unmatched') as unmatched, min(b.currency) as currency
      from public.bank_entries b where b.statement_id = s.id
    ) e);
end;
$$;
call pg_temp.expose('read_bank_statements', 'authenticated', 'nobody may read the staff table.',
  'The newest twenty statements, before a moment if one is given, or the last CSV file with a header. The currency is null where none of its payments is kept. Staff: owner, fulfilment. Refuses with not_allowed.
Gives {
  account: string;
  by: string;
  columns: <bank_statements.columns>;
  currency: string | null;
  file_name: string;
  first_on: string;
  format: "camt" | "csv";
  id: string;
  last_on: string;
  payments: number;
  read_at: string;
  recorded: number;
  recorded_minor: number;
  unmatched: number;
}[]');
