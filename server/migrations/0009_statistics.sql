-- Counts by day, agency, product and theme read one span of time of each event.
create index cards_created_at on cards using brin (created_at);
create index cards_issued_at on cards (issued_at) where issued_at is not null;
