-- A challenge of a vendor has no picture of ours: what the server has to remember about it takes the place of the solution.
alter table captcha_challenges
  alter column answer_x drop not null,
  add column vendor jsonb,
  -- The pass was given although the vendor could not be asked; only logging in accepts it.
  add column is_unverified boolean not null default false,
  add constraint captcha_challenges_kind check ((answer_x is null) = (vendor is not null));
