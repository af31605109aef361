-- Learners entered or imported by the back office, and the link by which each comes in for the first time.
create table first_logins (
  user_id bigint primary key references users (id),
  token_hash bytea,
  expires_at timestamptz,
  used_at timestamptz,
  -- Of the message about the new account, as in message_deliveries.
  send_state smallint not null default 0,
  created_at timestamptz not null default now()
);
create unique index first_logins_token_hash_key on first_logins (token_hash);
create index agencies_name_bytes on agencies (name collate "C") where deleted_at is null;
create index products_title_bytes on products (title collate "C") where deleted_at is null;
create index card_num_logs_ref on card_num_logs (ref_type, ref_id) where ref_type = 'member';

drop view member_rows;
create view member_rows as
  select m.*, u.username, u.name, u.mobile_phone, u.email, u.last_login_at,
    coalesce(nullif(m.real_name, ''), nullif(u.name, ''), m.member_no) as display_name,
    -- Said when a learner is entered, and stored elsewhere.
    '{}'::bigint[] as product_ids, false as send_welcome
  from members m left join users u on u.id = m.user_id;
