-- The kinds of lists, and what each does: SQL asks the functions here, not for a kind by its name.
-- `npm run db:change` writes the table for TypeScript, into src/shared/list-kinds.ts.

create type public.list_kind as enum ('raffle', 'waiting_list', 'interest_check');
comment on type public.list_kind is 'How a list decides: by a verifiable draw, by order of arrival, or not at all.';

create function private.is_drawn(p_kind public.list_kind) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return p_kind = 'raffle';
end;
$$;
comment on function private.is_drawn(public.list_kind) is
  'Whether a verifiable draw decides: such a list has an end and a number to give, is frozen, and its offers are wins that have to be paid.';

create function private.is_vote(p_kind public.list_kind) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return p_kind = 'interest_check';
end;
$$;
comment on function private.is_vote(public.list_kind) is
  'Whether a list counts alone: it offers nothing, asks the questions of its product, and may become a group buy.';

create function private.is_queue(p_kind public.list_kind) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  return not (private.is_drawn(p_kind) or private.is_vote(p_kind));
end;
$$;
comment on function private.is_queue(public.list_kind) is
  'Whether offers go out by order of arrival: such a list may stay open, and one can leave it at any time.';

-- Owners write lists by hand: checks and triggers ask with their rights.
grant execute on function private.is_drawn(public.list_kind), private.is_vote(public.list_kind), private.is_queue(public.list_kind)
  to authenticated, service_role;

create table private.list_kinds (
  kind public.list_kind primary key,
  name text not null,
  key text not null,
  mail text not null,
  news text not null,
  is_drawn boolean not null generated always as (private.is_drawn(kind)) stored,
  is_vote boolean not null generated always as (private.is_vote(kind)) stored,
  check (not (is_drawn and is_vote))
);
comment on table private.list_kinds is 'What a kind of list is called and what it does.';
comment on column private.list_kinds.key is 'What the key says that enters it.';
comment on column private.list_kinds.mail is 'What the e-mail says to whoever entered it.';
comment on column private.list_kinds.news is 'What news say once one is open.';
insert into private.list_kinds (kind, name, key, mail, news) values
  ('raffle', 'Raffle', 'Enter this raffle', 'You have entered the raffle', 'Raffle open'),
  ('waiting_list', 'Waiting list', 'Join the waiting list', 'You are on the waiting list', 'Waiting list open'),
  ('interest_check', 'Interest check', 'I’d buy one', 'We counted your vote', 'Interest check open');
