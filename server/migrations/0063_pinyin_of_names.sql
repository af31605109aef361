-- What names are typed like in Latin letters: initials and full pinyin. Null until the job makes it anew.
alter table users add column pinyin text;
alter table members add column pinyin text;
alter table teachers add column pinyin text;
alter table agencies add column pinyin text;
create index users_pinyin_trgm on users using gin (pinyin gin_trgm_ops);
create index members_pinyin_trgm on members using gin (pinyin gin_trgm_ops);
create index teachers_pinyin_trgm on teachers using gin (pinyin gin_trgm_ops);
create index agencies_pinyin_trgm on agencies using gin (pinyin gin_trgm_ops);
create index users_pinyin_missing on users (id) where pinyin is null;
create index members_pinyin_missing on members (id) where pinyin is null;
create index teachers_pinyin_missing on teachers (id) where pinyin is null;
create index agencies_pinyin_missing on agencies (id) where pinyin is null;

create function forget_pinyin_of_name() returns trigger language plpgsql as $$
begin
  if new.name is distinct from old.name then new.pinyin := null; end if;
  return new;
end $$;
create trigger forget_pinyin before update of name on users for each row execute function forget_pinyin_of_name();
create trigger forget_pinyin before update of name on teachers for each row execute function forget_pinyin_of_name();
create trigger forget_pinyin before update of name on agencies for each row execute function forget_pinyin_of_name();

-- A learner without a real name is called as the account is.
create function forget_pinyin_of_real_name() returns trigger language plpgsql as $$
begin
  if new.real_name is distinct from old.real_name then new.pinyin := null; end if;
  return new;
end $$;
create trigger forget_pinyin before update of real_name on members for each row execute function forget_pinyin_of_real_name();
create function forget_pinyin_of_member() returns trigger language plpgsql as $$
begin
  if new.name is distinct from old.name then update members set pinyin = null where user_id = new.id and real_name = ''; end if;
  return null;
end $$;
create trigger forget_pinyin_of_member after update of name on users for each row execute function forget_pinyin_of_member();

drop view member_rows;
create view member_rows as
  select m.*, u.username, u.name, u.mobile_phone, u.email, u.last_login_at,
    coalesce(nullif(m.real_name, ''), nullif(u.name, ''), m.member_no) as display_name
  from members m left join users u on u.id = m.user_id;
drop view admin_rows;
create view admin_rows as
  select a.*, u.username, u.name, u.pinyin, u.mobile_phone, u.status, u.last_login_at, u.last_login_ip, false as bind_existing,
    (select coalesce(array_agg(ar.role_id order by ar.role_id), '{}') from admin_role ar where ar.admin_id = a.id) as role_ids
  from admins a join users u on u.id = a.user_id;
drop view agency_rows;
create view agency_rows as select a.*, coalesce(u.username, '') as username from agencies a left join users u on u.id = a.user_id;
