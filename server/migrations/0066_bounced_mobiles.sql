-- Mobile numbers that messages do not reach any more. The mark belongs to the number: whoever gives up the number loses it.
create table bounced_mobiles (
  mobile_phone text primary key,
  bounced_at timestamptz not null,
  reason smallint not null
);
-- Every message to a number, for the run of those not delivered.
create index sms_messages_number on sms_messages (mobile_phone, id);
