-- Learners are filtered by how and when they were verified.
create index members_auth_method on members (auth_method, id) where deleted_at is null;
create index members_auth_at on members (auth_at, id) where deleted_at is null;
