-- Videos that were packaged before there were smaller renditions get theirs in the background.
alter table media
  -- How often it was begun without coming to an end; after some times it is left alone.
  add column smaller_tries smallint not null default 0,
  -- While a server works on it, and for a moment after that server died.
  add column smaller_pulse_at timestamptz,
  -- It would save nothing, or the file cannot be encoded: not tried again.
  add column has_no_smaller boolean not null default false;
