-- When the host of a video was last asked about it, besides its events, which may be lost.
alter table media add column host_checked_at timestamptz;
create index media_host_checked_at on media (host_checked_at nulls first, id)
  where provider_id is not null and deleted_at is null;
