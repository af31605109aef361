-- Seconds that the last beat or report claimed: the answer to the same number again says it, so that the page knows which try was counted.
-- It replaces last_read_sec, which knew readings alone and goes a release later.
alter table play_tickets add column last_claimed_sec numeric;
