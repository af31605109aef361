-- What was celebrated on a learner's home: the day whose goal was, and of the streak the days in a row and when.
alter table members add column goal_celebrated_on date;
alter table members add column streak_celebrated smallint not null default 0;
alter table members add column streak_celebrated_on date;
