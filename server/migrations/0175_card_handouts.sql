-- Cards given to one learner at an agency's desk: by whom, and until when its secret is shown to that person.
create table card_handouts (
  card_id bigint primary key references cards (id),
  agency_id bigint not null references agencies (id),
  user_id bigint not null references users (id),
  -- Made for this learner, and paid from the quota; otherwise from stock.
  is_made boolean not null,
  secret_until timestamptz not null,
  -- Set before the learner's text message is handed over, so that a crash does not send it twice.
  texted_at timestamptz,
  taken_back_at timestamptz,
  created_at timestamptz not null
);
create index card_handouts_agency_id on card_handouts (agency_id, card_id);
create index card_handouts_user_id on card_handouts (user_id, card_id);

-- A batch that grows by one card at a time at the desk: one for each agency, product and day.
alter table card_batches add column desk_day date;
create index card_batches_desk_day on card_batches (agency_id, product_id, desk_day) where desk_day is not null;
