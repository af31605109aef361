-- Notices to followers of the official account, sent by its template.
alter table message_deliveries add column wechat_state smallint not null default 0;
-- The messenger's own number, by which it reports the outcome.
alter table message_deliveries add column wechat_message_id text;
create index message_deliveries_wechat_message_id on message_deliveries (wechat_message_id) where wechat_message_id is not null;
