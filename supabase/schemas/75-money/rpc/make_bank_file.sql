-- The owner makes one file of refunds for the bank: a SEPA credit transfer as ISO 20022 has it,
-- pain.001.001.09. It is written once and kept, so that it is the same whenever it is downloaded.

create function private.euro_amount(p_minor bigint) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return p_minor / 100 || '.' || lpad((p_minor % 100)::text, 2, '0');
end;
$$;
comment on function private.euro_amount(bigint) is 'An amount in euro as files of banks write it: 1234.50.';

create function private.transfer_order(p_file public.bank_files, p_account public.bank_accounts, p_refunds uuid[]) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_seller constant public.sellers := private.seller_now();
  v_holder constant text := private.sepa_text(p_account.holder, 70);
  v_sums constant text := format('<NbOfTxs>%s</NbOfTxs><CtrlSum>%s</CtrlSum>', p_file.payments, private.euro_amount(p_file.total_minor));
  v_transfers text;
begin
  -- The signs of SEPA hold none that XML would have to write another way.
  select string_agg(format(
    E'      <CdtTrfTxInf>\n        <PmtId><EndToEndId>%s</EndToEndId></PmtId>\n        <Amt><InstdAmt Ccy="EUR">%s</InstdAmt></Amt>\n        <Cdtr><Nm>%s</Nm></Cdtr>\n        <CdtrAcct><Id><IBAN>%s</IBAN></Id></CdtrAcct>\n        <RmtInf><Ustrd>%s</Ustrd></RmtInf>\n      </CdtTrfTxInf>\n',
    r.reference, private.euro_amount(r.amount_minor), private.sepa_text(a.account ->> 'holder', 70), a.account ->> 'iban',
    private.sepa_text('Refund of order ' || o.number, 140)), '' order by r.reference collate "C")
  into v_transfers
  from public.bank_refunds r
  join public.order_records o on o.id = r.order_id
  cross join lateral (select private.refund_account_of(r.order_id) as account) a
  where r.refund_id = any (p_refunds);
  return E'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">\n  <CstmrCdtTrfInitn>\n'
    || format(E'    <GrpHdr>\n      <MsgId>%s</MsgId>\n      <CreDtTm>%s</CreDtTm>\n      %s\n      <InitgPty><Nm>%s</Nm></InitgPty>\n    </GrpHdr>\n',
      p_file.message_id, to_char(p_file.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), v_sums, v_holder)
    || format(E'    <PmtInf>\n      <PmtInfId>%s</PmtInfId>\n      <PmtMtd>TRF</PmtMtd>\n      <BtchBookg>true</BtchBookg>\n      %s\n', p_file.message_id || '-1', v_sums)
    || format(E'      <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>\n      <ReqdExctnDt><Dt>%s</Dt></ReqdExctnDt>\n      <Dbtr><Nm>%s</Nm>%s</Dbtr>\n',
      p_file.execute_on, v_holder,
      -- Transfers to Switzerland, the United Kingdom and others outside the EEA say where the payer is.
      coalesce(format('<PstlAdr><TwnNm>%s</TwnNm><Ctry>%s</Ctry></PstlAdr>', nullif(private.sepa_text(v_seller.city, 35), ''), v_seller.country_code), ''))
    || format(E'      <DbtrAcct><Id><IBAN>%s</IBAN></Id><Ccy>EUR</Ccy></DbtrAcct>\n      <DbtrAgt><FinInstnId><BICFI>%s</BICFI></FinInstnId></DbtrAgt>\n      <ChrgBr>SLEV</ChrgBr>\n',
      p_account.iban, p_account.bic)
    || v_transfers || E'    </PmtInf>\n  </CstmrCdtTrfInitn>\n</Document>\n';
end;
$$;
comment on function private.transfer_order(public.bank_files, public.bank_accounts, uuid[]) is
  'The text of a bank file: one payment order from the shop''s account, a transfer for each refund.';

create function private.check_fileable(p_refund public.bank_refunds) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_account constant jsonb := private.refund_account_of(p_refund.order_id);
  v_problem constant text := case
    when p_refund.status <> 'open' then 'refund_taken'
    when p_refund.currency <> 'EUR' then 'other_currency'
    when v_account is null then 'no_account'
    when not private.is_sepa_iban(v_account ->> 'iban') then 'not_sepa'
    when not private.is_sepa_name(v_account ->> 'holder') then 'wrong_name' end;
begin
  if v_problem is not null then
    perform private.refuse(409, v_problem, p_refund.reference || ': ' || case v_problem
      when 'refund_taken' then 'this refund is in a bank file or sent already. Reload the page.'
      when 'other_currency' then 'a bank file holds euro alone. Send it by hand and mark it as sent.'
      when 'no_account' then 'enter the account that it goes to first.'
      when 'not_sepa' then 'this account is outside of SEPA. Send it by hand and mark it as sent.'
      else 'enter the name of the account holder in Latin letters first.' end, jsonb_build_object('id', p_refund.refund_id));
  end if;
end;
$$;
comment on function private.check_fileable(public.bank_refunds) is 'Refuses a refund that no bank file can hold, or that has one.';

create function private.make_bank_file(p_id uuid, p_refunds uuid[], p_execute_on date default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_today constant date := (now() at time zone 'UTC')::date;
  v_day constant date := coalesce(p_execute_on, v_today);
  v_refunds constant uuid[] := array(select distinct u.id from unnest(p_refunds) u (id) where u.id is not null order by u.id);
  v_account public.bank_accounts;
  v_file public.bank_files;
  v_refund public.bank_refunds;
  v_total bigint := 0;
  v_count int := 0;
begin
  perform private.require_staff('owner');
  if p_id is null or cardinality(v_refunds) not between 1 and 500 then
    perform private.refuse(422, 'wrong_refunds', 'Select 1 to 500 refunds.', '{"limit": 500}');
  end if;
  perform 1 from public.bank_refunds r where r.refund_id = any (v_refunds) order by r.refund_id for update;
  select * into v_file from public.bank_files f where f.id = p_id;
  if found then
    if not exists (select from private.bank_file_contents c where c.file_id = p_id and c.refunds = v_refunds) then
      perform private.refuse(422, 'key_reused', 'This file was made of other refunds. Reload the page and try again.');
    end if;
    return private.bank_file_state(v_file);
  end if;
  if v_day not between v_today and v_today + 60 then
    perform private.refuse(422, 'wrong_day', 'Choose a day from today to 60 days from now.');
  end if;
  select * into v_account from public.bank_accounts a where a.currency = 'EUR';
  if not found then
    perform private.refuse(409, 'no_bank_account', 'Enter the shop’s bank account under Money first.');
  end if;
  for v_refund in select * from public.bank_refunds r where r.refund_id = any (v_refunds) order by r.reference loop
    perform private.check_fileable(v_refund);
    v_total := v_total + v_refund.amount_minor;
    v_count := v_count + 1;
  end loop;
  if v_count <> cardinality(v_refunds) then
    perform private.refuse(404, 'unknown_refund', 'One of these refunds could not be found. Reload the page.');
  end if;
  insert into public.bank_files (id, message_id, iban, execute_on, payments, total_minor, made_by)
  values (p_id, 'KW-' || to_char(v_today, 'YYYYMMDD') || '-' || upper(left(replace(p_id::text, '-', ''), 12)), v_account.iban, v_day, v_count, v_total, auth.uid())
  on conflict (id) do nothing returning * into v_file;
  if v_file.id is null then
    perform private.refuse(422, 'key_reused', 'This file was made of other refunds. Reload the page and try again.');
  end if;
  insert into private.bank_file_contents (file_id, refunds, content)
  values (p_id, v_refunds, private.transfer_order(v_file, v_account, v_refunds));
  update public.bank_refunds r set file_id = p_id, account_end = right(private.refund_account_of(r.order_id) ->> 'iban', 4)
  where r.refund_id = any (v_refunds);
  return private.bank_file_state(v_file);
end;
$$;
call pg_temp.expose('make_bank_file', 'authenticated', 'bank files are written through functions alone.',
  'Makes one file of open refunds for the bank, all or none, to be paid on a day from today on; the same id and refunds again give the same file. Staff: owner. Refuses with not_allowed, second_factor, wrong_refunds, key_reused, wrong_day, no_bank_account, unknown_refund, refund_taken, other_currency, no_account, not_sepa, wrong_name.
Gives {
  by: string;
  execute_on: string;
  iban: string;
  id: string;
  is_kept: boolean;
  made_at: string;
  message_id: string;
  payments: number;
  reason: string;
  settled_at: string | null;
  settled_by: string | null;
  status: "made" | "sent" | "discarded";
  total_minor: number;
}');
