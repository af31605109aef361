-- Access that the school dates anew, takes back and gives back by hand.
alter table entitlements
  add column revoked_by bigint references admins (id),
  add column revoked_amount integer,
  add column end_before timestamptz,
  add column redated_at timestamptz;
create view entitlement_rows as
  select e.*, coalesce(c.title, '') as title from entitlements e left join courses c on c.id = e.course_id;
create index entitlements_course on entitlements (course_id, id);
create index entitlements_end_at on entitlements (end_at, id);
create index entitlements_revoked_at on entitlements (revoked_at, id) where revoked_at is not null;
