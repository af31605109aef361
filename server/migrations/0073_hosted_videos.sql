-- Videos that a vendor keeps and plays: a row names the vendor and its video.
create unique index media_provider_id on media (provider, provider_id) where provider_id is not null;

alter table upload_grants
  -- The name of the file, which a vendor of videos shows in its console.
  add column name text not null default '',
  -- Bytes of an upload whose parts were joined; null before.
  add column uploaded_size bigint;
