-- How many seconds the last report of a reading claimed: the answer to the same report again says it, so that the page knows what is left.
alter table play_tickets add column last_read_sec integer;
