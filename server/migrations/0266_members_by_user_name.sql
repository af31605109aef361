-- A learner without any name is shown by the user name they log in with, before the number.
-- contract: made anew in the same transaction, with every column it had.
drop view member_rows;
create view member_rows as
  select m.*, u.username, u.name, u.mobile_phone, u.email, u.last_login_at,
    coalesce(nullif(m.real_name, ''), nullif(u.name, ''), nullif(u.username, ''), m.member_no) as display_name,
    -- Said when a learner is entered, and stored elsewhere.
    '{}'::bigint[] as product_ids, false as send_welcome
  from members m left join users u on u.id = m.user_id;
