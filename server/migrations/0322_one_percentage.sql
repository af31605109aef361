-- A record follows the length of its lesson: a film that was replaced leaves no share of the old one behind, nobody has seen more
-- than there is, and what was finished stays 100. Without a length, as while a new film is made, everything stays.
create function follow_lesson_length() returns trigger language plpgsql as $$
begin
  update learning_records r set duration_sec = new.duration_sec, seen_sec = least(r.seen_sec, new.duration_sec),
    percent = shown.percent, listed_percent = shown.percent
  from (select x.id, case when x.completed_at is not null then 100 else least(99, least(x.seen_sec, new.duration_sec) * 100 / new.duration_sec) end as percent
    from learning_records x where x.lesson_id = new.id order by x.id for update) shown
  where r.id = shown.id;
  return null;
end $$;
create trigger follow_lesson_length after update of duration_sec on lessons for each row
  when (new.duration_sec > 0 and new.duration_sec <> old.duration_sec) execute function follow_lesson_length();

update learning_records r set duration_sec = l.duration_sec, seen_sec = least(r.seen_sec, l.duration_sec), percent = shown.percent, listed_percent = shown.percent
from lessons l, lateral (select case when r2.completed_at is not null then 100 else least(99, least(r2.seen_sec, l.duration_sec) * 100 / l.duration_sec) end as percent, r2.id
  from learning_records r2 where r2.lesson_id = l.id) shown
where l.id = r.lesson_id and shown.id = r.id and l.duration_sec > 0
  and (r.duration_sec <> l.duration_sec or r.seen_sec > l.duration_sec or (r.completed_at is not null and r.percent <> 100));
