-- A person takes a place on a list, or changes their wishes. One place per verified account; who
-- enters again keeps the place, who comes back after leaving stands at the end.

create function private.enter_list(
  p_list uuid, p_choices uuid[] default '{}', p_max_wins int default 1, p_comment text default null, p_answers uuid[] default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  v_user constant uuid := auth.uid();
  v_list public.lists;
  v_now timestamptz;
  v_choices uuid[];
  v_answers uuid[];
  v_entry public.list_entries;
  v_comment constant text := btrim(p_comment);
begin
  perform private.require_entrant(v_user);
  select * into v_list from public.lists where id = p_list and status <> 'draft' for no key update;
  v_now := clock_timestamp();
  if v_list.frozen_at is not null then
    return private.refuse_on_record(409, 'list_closed', 'This list is frozen. Its entries can no longer be changed.',
      jsonb_build_object('list_id', v_list.id, 'closed_at', v_list.closes_at), 'enter_list', 'lists', p_list::text);
  end if;
  perform private.require_open_list(v_list, v_now);
  perform private.require_unpaused(v_user, v_list.kind, v_now);
  v_choices := private.choices_of(p_list, p_choices);
  if coalesce(p_max_wins, 1) not between 1 and v_list.max_wins then
    perform private.refuse(422, 'wrong_maximum', format('Choose at most %s: that is the most one person can win here.', v_list.max_wins),
      jsonb_build_object('most', v_list.max_wins));
  end if;
  if length(v_comment) > 500 then
    perform private.refuse(422, 'comment_too_long', 'Use at most 500 characters for the comment.', jsonb_build_object('most', 500));
  end if;
  -- A raffle and a waiting list ask about goods alone.
  if private.is_vote(v_list.kind) and p_answers is not null then
    v_answers := private.answers_of(v_list.product_id, p_answers);
  end if;
  insert into public.list_entries as e (list_id, user_id, choices, max_wins, entered_at, answers, comment)
  values (p_list, v_user, v_choices, coalesce(p_max_wins, 1), v_now, coalesce(v_answers, '{}'),
    -- Nobody reads what is said in a raffle: it decides nothing there.
    case when private.is_vote(v_list.kind) then coalesce(v_comment, '') else '' end)
  on conflict (list_id, user_id) do update set
    choices = excluded.choices, max_wins = excluded.max_wins, withdrawn_at = null, language = excluded.language,
    answers = coalesce(v_answers, e.answers),
    comment = case when v_comment is null then e.comment else excluded.comment end,
    entered_at = case when e.withdrawn_at is null then e.entered_at else excluded.entered_at end
  returning * into v_entry;
  perform private.tell_of_entry(v_entry.id);
  return private.place_facts(v_entry, v_now);
end;
$$;
call pg_temp.expose('enter_list', 'authenticated', 'nobody may write entries by hand.',
  'Takes a place on a list or changes its wishes: ids of list_choices (or of their variants) in order of wish, how many to win at most, and with a vote in an interest check a word and what it answers to the product''s questions, as ids of option_values (null keeps what was said). Signed-in people with a confirmed address. Gives the place as my_list_places does. Refuses with signed_out, unverified, banned, paused, unknown_list, not_open, list_closed, choice_missing, wrong_choice, wrong_maximum, comment_too_long, wrong_answer; of a frozen list on record.
Gives {
  answers: string[];
  beacon_round: number | null;
  choices: string[];
  closes_at: string | null;
  comment: string;
  entered_at: string;
  entries_hash: string | null;
  entry_count: number;
  entry_id: string;
  is_drawn: boolean;
  is_vote: boolean;
  kind: <list_kind>;
  last_offered_rank: number | null;
  list_id: string;
  max_wins: number;
  of: number;
  offers: <decline_offer>[];
  position: number | null;
  product_kind: <product_kind> | null;
  product_title: string | null;
  product_url: string | null;
  status: <list_status>;
  title: string;
  withdrawn_at: string | null;
}');
