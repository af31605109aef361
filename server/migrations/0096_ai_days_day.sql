-- Minutes of talk of a span of days are added up beside what they cost.
create index ai_days_day on ai_days (day, member_id);
