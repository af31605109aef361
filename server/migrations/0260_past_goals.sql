-- Goals of the days before a member chose another: a past week is measured with the goal it had.
create table past_goals (
  member_id bigint not null references members (id),
  -- The day the next goal was chosen on; it counts from that day.
  until date not null,
  daily_goal_min smallint not null check (daily_goal_min between 5 and 240),
  primary key (member_id, until)
);
