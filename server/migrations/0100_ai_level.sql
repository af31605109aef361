-- The level that a learner chose in place of the estimate.
alter table members add column ai_level text check (ai_level in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2'));

drop view member_rows;
create view member_rows as
  select m.*, u.username, u.name, u.mobile_phone, u.email, u.last_login_at,
    coalesce(nullif(m.real_name, ''), nullif(u.name, ''), m.member_no) as display_name,
    -- Said when a learner is entered, and stored elsewhere.
    '{}'::bigint[] as product_ids, false as send_welcome
  from members m left join users u on u.id = m.user_id;
