-- A guardian agreed that this learner talks with the AI teacher, as the school recorded it.
alter table members add column ai_consent boolean not null default false;

drop view member_rows;
create view member_rows as
  select m.*, u.username, u.name, u.mobile_phone, u.email, u.last_login_at,
    coalesce(nullif(m.real_name, ''), nullif(u.name, ''), m.member_no) as display_name,
    -- Said when a learner is entered, and stored elsewhere.
    '{}'::bigint[] as product_ids, false as send_welcome
  from members m left join users u on u.id = m.user_id;
