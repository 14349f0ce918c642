-- What the EU's register of VAT numbers (VIES) says: a company of another EU country with a valid number pays
-- its VAT by itself. The edge function check-vat-number asks and notes the answer here.

create table private.vat_checks (
  id bigint generated always as identity primary key,
  number text not null,
  is_valid boolean not null,
  name text not null default '' check (length(name) <= 400),
  address text not null default '' check (length(address) <= 1000),
  consultation text not null default '' check (length(consultation) <= 40),
  checked_at timestamptz not null default clock_timestamp()
);
create index vat_checks_number_idx on private.vat_checks (number, checked_at desc);
create index vat_checks_age_idx on private.vat_checks (checked_at);
comment on table private.vat_checks is
  'What the EU''s register (VIES) said of VAT numbers. An order keeps the answer that it relied on.';
comment on column private.vat_checks.consultation is 'The number under which the register keeps its answer: the proof that it was asked.';

create function private.vat_check_of(p_number text) returns private.vat_checks
language plpgsql stable
set search_path = ''
as $$
begin
  -- The newest answer counts, and none that is old.
  return (select c from private.vat_checks c
    where c.number = p_number and c.checked_at > now() - interval '3 days' order by c.checked_at desc limit 1);
end;
$$;
comment on function private.vat_check_of(text) is 'The last answer about a VAT number, while it is fresh.';

create function private.country_of_vat_number(p_number text) returns text
language sql immutable
set search_path = ''
as $$
  select case left(p_number, 2) when 'EL' then 'GR' else left(p_number, 2) end
$$;
comment on function private.country_of_vat_number(text) is 'Of which country a VAT number is: Greece has letters of its own.';
