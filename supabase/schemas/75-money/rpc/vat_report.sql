-- What a period's documents say of VAT, for the returns of each country. From the documents alone: what was
-- issued is what is declared, whatever happened to the order since.

create function private.vat_report(p_from date, p_to date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_reader('owner');
  if p_from is null or p_to is null or p_to not between p_from and p_from + 400 then
    perform private.refuse(422, 'wrong_period', 'Choose a period of one year at most.');
  end if;
  return (
    with told as (
      select d.kind, d.currency, (t ->> 'rate_basis_points')::int as rate, (t ->> 'net_minor')::bigint as net, (t ->> 'tax_minor')::bigint as tax,
        t ->> 'category' as category, coalesce(t ->> 'scheme', '') as scheme,
        coalesce(f.facts #>> '{buyer,delivery,country}', f.facts #>> '{buyer,address,country}') as country,
        f.facts #>> '{seller,country}' as home
      from public.documents d join private.document_facts f on f.document_id = d.id
      cross join lateral jsonb_array_elements(f.facts -> 'taxes') t
      where d.issued_on between p_from and p_to
    ), summed as (
      select t.country, coalesce(c.name, t.country) as country_name, x.scheme, t.rate, t.currency,
        sum(case t.kind when 'invoice' then t.net else -t.net end) as net, sum(case t.kind when 'invoice' then t.tax else -t.tax end) as tax,
        count(*) filter (where t.kind = 'invoice') as invoices, count(*) filter (where t.kind = 'credit_note') as credit_notes
      from told t left join public.countries c on c.code = t.country
      -- Documents from before say no rule: their country and kind of tax tell it.
      cross join lateral (select case when t.scheme <> '' then t.scheme when t.category = 'K' then 'reverse_charge' when t.category = 'G' then 'export'
        when t.rate = 0 then 'none' when t.country = t.home then 'domestic' when c.in_eu then 'oss' else 'local' end as scheme) x
      group by 1, 2, 3, 4, 5
    )
    select coalesce(jsonb_agg(jsonb_build_object('country', s.country, 'country_name', s.country_name, 'scheme', s.scheme,
      'rate_basis_points', s.rate, 'currency', s.currency, 'net_minor', s.net, 'tax_minor', s.tax,
      'invoices', s.invoices, 'credit_notes', s.credit_notes) order by s.country_name, s.scheme, s.rate), '[]')
    from summed s);
end;
$$;
call pg_temp.expose('vat_report', 'authenticated', 'nobody may read what documents say.',
  'What the invoices and credit notes of a period (both days included) come to by country, rule and rate. Owners. Refuses with not_allowed, wrong_period.
Gives {
  country: string;
  country_name: string;
  credit_notes: number;
  currency: string;
  invoices: number;
  net_minor: number;
  rate_basis_points: number;
  scheme: "domestic" | "oss" | "local" | "export" | "reverse_charge" | "none";
  tax_minor: number;
}[]');
