-- The dashboard adds up what was paid back in a day, a week and a month.
create index pay_refunds_done_at on pay_refunds (done_at) where done_at is not null;
