-- A notice to everybody may be read on the public site, too; one whose audience is narrowed later is not.
alter table messages add column is_public boolean not null default false;
create index messages_public on messages (sent_at desc, id desc) where is_public and audience = 1 and status = 3 and deleted_at is null;
