-- Whether a file of the library is seen or heard, as the name it was uploaded under says.
alter table media add column kind smallint not null generated always as (case when storage_key ~ '\.(mp3|m4a|wav)$' then 2 else 1 end) stored;
create index media_kind on media (kind, status, id);
