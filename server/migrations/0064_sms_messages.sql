-- Text messages handed to a vendor, with what became of them: one row per vendor tried.
create table sms_messages (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  vendor text not null,
  purpose text not null,
  mobile_phone text not null,
  state smallint not null,
  -- Why it was refused or not delivered, in the vendor's words.
  reason text not null default '',
  -- The vendor's own number of the message; receipts name it.
  message_id text not null default '',
  parts integer not null,
  -- Yuan at the price of the day; null while no price is set.
  cost numeric(10, 3),
  reported_at timestamptz
);
create index sms_messages_receipt on sms_messages (vendor, message_id) where message_id <> '';
create index sms_messages_created_at on sms_messages (created_at, id);
create index sms_messages_vendor on sms_messages (vendor, id);
create index sms_messages_purpose on sms_messages (purpose, id);
create index sms_messages_state on sms_messages (state, id);
create index sms_messages_mobile_phone on sms_messages using gin (mobile_phone gin_trgm_ops);
