-- The idempotency key of a write has one name in tables, request_id.
alter table card_prints rename column request_key to request_id;
alter table card_packages rename column fetch_key to fetch_request_id;
