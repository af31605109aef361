-- Pictures of the slider nobody solved are counted by the address that got them.
alter table captcha_challenges add column address text;
create index captcha_challenges_unsolved on captcha_challenges (address, expires_at) where pass_hash is null;
