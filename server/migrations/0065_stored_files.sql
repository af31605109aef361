-- Where each stored file or packaged folder is. A key without a row is on the disk of the server.
create table stored_files (
  key text primary key,
  storage text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  -- The names in a folder; null for a file.
  members text[],
  -- The storage that still has the copies from before a move, which is undone or forgotten within days.
  moved_from text,
  moved_at timestamptz
);
create index stored_files_storage on stored_files (storage, key);
create index stored_files_moved_at on stored_files (moved_at) where moved_at is not null;

-- Uploads that browsers may send to a storage: a file counts only after it was checked against its grant.
create table upload_grants (
  key text primary key,
  storage text not null,
  user_id bigint not null,
  max_size bigint not null,
  -- Accepted mime types.
  accept text[] not null,
  -- The vendor's name of an upload whose parts are signed here; empty before it begins.
  upload_id text not null default '',
  created_at timestamptz not null
);
create index upload_grants_created_at on upload_grants (created_at);
