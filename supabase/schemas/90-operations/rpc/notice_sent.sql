-- What came of a notice: it was taken, its browser is gone, or it comes up again, and is given up in the end. A
-- browser that three were given up for is gone, too.

create function private.notice_sent(p_notice uuid, p_problem text default null, p_is_gone boolean default false, p_wait_seconds int default 0) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  v_notice private.notices;
begin
  update private.notices n set
    sent_at = case when p_problem is null then now() end,
    last_error = left(coalesce(p_problem, ''), 300),
    send_after = greatest(n.send_after, now() + least(make_interval(secs => coalesce(p_wait_seconds, 0)), interval '1 day')),
    given_up_at = case when p_problem is not null and n.tries >= 8 then now() end
  where n.id = p_notice and n.sent_at is null and n.given_up_at is null
  returning n.* into v_notice;
  if p_problem is null then
    update private.browsers b set seen_at = now() where b.id = v_notice.browser_id;
  elsif p_is_gone or (select count(*) from private.notices n join private.browsers b on b.id = n.browser_id
    where n.browser_id = v_notice.browser_id and n.given_up_at > b.seen_at) >= 3 then
    delete from private.browsers b where b.id = v_notice.browser_id;
  end if;
  return v_notice.given_up_at is not null;
end;
$$;
call pg_temp.expose('notice_sent', 'service_role', 'nobody may write notices.',
  'Notes that a push service took a notice, or why it did not; with p_is_gone it knows the browser no more, which is forgotten; not before p_wait_seconds, a day at most, is it handed out again. After eight tries it is given up, which the answer tells. The service alone.');
