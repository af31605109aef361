-- Minutes a learner wants to study each day; what fills the square of today.
alter table members add column daily_goal_min smallint not null default 20 check (daily_goal_min between 5 and 240);
