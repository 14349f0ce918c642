-- What codes take off. A code that can't be used says why; how often someone may try wrong ones is
-- limited, and then the answer is the same for every code.

create function private.split_amount(p_amount bigint, p_weights bigint[]) returns bigint[]
language plpgsql immutable
set search_path = ''
as $$
begin
  if p_amount = 0 then
    return array_fill(0::bigint, array[cardinality(p_weights)]);
  end if;
  return (
    select array_agg(part order by i) from (
      select i, p_amount * w / whole + case
        when row_number() over (order by p_amount * w % whole desc, i) <= p_amount - sum(p_amount * w / whole) over ()
        then 1 else 0 end as part
      from unnest(p_weights) with ordinality x (w, i),
        (select greatest(sum(w), 1)::bigint as whole from unnest(p_weights) w) s
    ) parts
  );
end;
$$;
comment on function private.split_amount(bigint, bigint[]) is
  'Splits an amount by weights so that the parts sum to it; the largest remainders get the rest.';

create function private.code_rule(p_code public.discount_codes) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'percent', p_code.percent, 'amount_minor', p_code.amount_minor, 'minimum_minor', p_code.minimum_minor)
$$;
comment on function private.code_rule(public.discount_codes) is 'What a code takes off, as an order keeps it.';

create function private.discount_by_rules(p_rules jsonb, p_subtotal bigint) returns bigint[]
language plpgsql immutable
set search_path = ''
as $$
declare
  v_rule jsonb;
  v_off bigint;
  v_left bigint := p_subtotal;
  v_offs bigint[] := '{}';
begin
  for v_rule in select r from jsonb_array_elements(p_rules) with ordinality x (r, i) order by i loop
    v_off := case when p_subtotal < coalesce((v_rule ->> 'minimum_minor')::bigint, 0) then 0
      else least(v_left, coalesce((v_rule ->> 'amount_minor')::bigint,
        private.share_of(v_left, (v_rule ->> 'percent')::int, 100))) end;
    v_left := v_left - v_off;
    v_offs := v_offs || v_off;
  end loop;
  return v_offs;
end;
$$;
comment on function private.discount_by_rules(jsonb, bigint) is
  'What codes take off a subtotal, each of what the one before left; nothing below its minimum. Quotes and changes of orders both ask here.';

create function private.code_trouble(p_code public.discount_codes, p_subtotal bigint, p_user uuid, p_email text)
returns table (reason text, message text)
language sql stable
set search_path = ''
set enable_seqscan = off
as $$
  select t.reason, t.message from (values
    (p_code.valid_from > now(), 'code_not_yet', 'This code can''t be used yet.'),
    (p_code.valid_to <= now(), 'code_over', 'This code has ended.'),
    (p_code.used_count >= p_code.most_uses, 'code_used_up', 'This code can’t be used any more. Remove it or enter another.'),
    (p_subtotal < p_code.minimum_minor, 'code_minimum', 'Your cart is below the minimum for this code.'),
    (p_code.most_per_customer <= (
      select count(*) from (
        select u.order_id from private.discount_uses u
        where u.code_id = p_code.id and u.user_id = p_user and u.given_back_at is null
        union
        select u.order_id from private.discount_uses u
        where u.code_id = p_code.id and u.mailbox = private.mailbox_of(p_email) and u.counted_at is not null and u.given_back_at is null
      ) used
    ), 'code_used', 'You have already used this code.')
  ) t (holds, reason, message) where t.holds limit 1
$$;
comment on function private.code_trouble(public.discount_codes, bigint, uuid, text) is
  'Why a code that exists can''t be used, if so. The e-mail is one that the caller has proven, or null: others are not asked about.';

create function private.code_words(p_text text) returns text[]
language plpgsql immutable
set search_path = ''
as $$
declare
  v_words constant text[] := regexp_split_to_array(upper(btrim(coalesce(p_text, ''))), '[\s,]+');
begin
  if btrim(coalesce(p_text, '')) = '' then return '{}'; end if;
  if length(p_text) > 120 or cardinality(v_words) > 3 then
    perform private.refuse(422, 'wrong_code', 'A code can have at most 40 characters, and you can use at most three together.');
  end if;
  return v_words;
end;
$$;
comment on function private.code_words(text) is 'The codes that somebody typed, apart.';

create function private.wrong_guess(p_word text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if private.guessed_too_often('discount', private.guesser(), 20) then
    return private.problem(null, 'code_limited', 'Too many codes tried. Wait 15 minutes.');
  end if;
  if exists (select from public.discount_codes c where c.code = p_word) then return null; end if;
  insert into private.guesses (what, bucket) values ('discount', private.guesser());
  return private.problem(null, 'code_unknown', 'There is no such code.');
end;
$$;
comment on function private.wrong_guess(text) is 'What is told to somebody who guesses a code, or null for one that exists. A wrong guess is counted.';

create function private.discount_of(p_text text, p_subtotal bigint, p_user uuid, p_email text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_words constant text[] := private.code_words(p_text);
  v_word text;
  v_guess jsonb;
  v_code public.discount_codes;
  v_trouble record;
  v_offs bigint[];
  v_rules jsonb := '[]';
  v_used jsonb := '[]';
  v_problems jsonb := '[]';
begin
  if v_words = '{}' then
    return jsonb_build_object('total', 0, 'codes', '[]'::jsonb, 'problems', '[]'::jsonb);
  end if;
  foreach v_word in array v_words loop
    v_guess := private.wrong_guess(v_word);
    if v_guess is not null then
      v_problems := v_problems || v_guess;
      continue;
    end if;
    select * into v_code from public.discount_codes c where c.code = v_word;
    select * into v_trouble from private.code_trouble(v_code, p_subtotal, p_user, p_email);
    if v_trouble.reason is not null then
      v_problems := v_problems || private.problem(null, v_trouble.reason, v_trouble.message);
    elsif cardinality(v_words) > 1 and not v_code.is_combinable then
      v_problems := v_problems || private.problem(null, 'code_alone', format('%s can''t be combined with another code.', v_word));
    elsif not v_used @> jsonb_build_array(jsonb_build_object('id', v_code.id)) then
      v_rules := v_rules || jsonb_build_array(private.code_rule(v_code));
      v_used := v_used || jsonb_build_array(jsonb_build_object('id', v_code.id, 'code', v_code.code, 'title', v_code.title));
    end if;
  end loop;
  v_offs := private.discount_by_rules(v_rules, p_subtotal);
  return jsonb_build_object('total', (select coalesce(sum(o), 0) from unnest(v_offs) o), 'problems', v_problems, 'codes', (
    select coalesce(jsonb_agg(u || jsonb_build_object('amount_minor', v_offs[i]) order by i), '[]')
    from jsonb_array_elements(v_used) with ordinality x (u, i)));
end;
$$;
comment on function private.discount_of(text, bigint, uuid, text) is
  'What the codes take off a subtotal: {total, codes, problems}. Counts wrong guesses.';

create function private.problem(p_line int, p_reason text, p_message text, p_details jsonb default '{}') returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_array(jsonb_build_object('line', p_line, 'reason', p_reason, 'message', p_message, 'details', p_details))
$$;
comment on function private.problem(int, text, text, jsonb) is 'One problem of a quote, as a list of one.';
