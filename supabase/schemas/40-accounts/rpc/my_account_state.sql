-- What the account page has to say about the account itself: whether it is about to be deleted, and
-- how many recovery codes are left.

create function private.my_account_state() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'deletion_due_at', (select due_at from private.account_deletions where user_id = (select auth.uid())),
    'recovery_codes', (select count(*) from private.recovery_codes where user_id = (select auth.uid())),
    'works_here', exists (select from private.staff where user_id = (select auth.uid())),
    'factor_due_at', private.factor_due_at((select auth.uid())))
$$;
call pg_temp.expose('my_account_state', 'authenticated', 'nobody may read these tables.',
  'What the caller''s account page says of the account. After factor_due_at whoever works here does so with a second factor alone.
Gives { deletion_due_at: string | null; factor_due_at: string | null; recovery_codes: number; works_here: boolean }');
