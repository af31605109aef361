-- When somebody was written to about a learner in need; null: not yet.
alter table ai_moderations add column alerted_at timestamptz;
update ai_moderations set alerted_at = created_at where verdict = 'care';
create index ai_moderations_to_alert on ai_moderations (id) where verdict = 'care' and alerted_at is null;
