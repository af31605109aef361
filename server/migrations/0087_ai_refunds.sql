-- Seconds of a reply are charged once and given back once, whoever has the talk meanwhile.
create unique index ai_second_logs_message_key on ai_second_logs (ref_id, type) where ref_type = 'ai_message';
-- When the school gave back what a reply cost.
alter table ai_messages add column refunded_at timestamptz;
