-- The data set of the benchmark: 1,000 courses, 100,000 members, 1,000,000 learning records, 200,000 cards.
-- Made by arithmetic, so every run measures the same rows. Run once on a migrated, seeded database.
set synchronous_commit = off;
insert into users (username, name, mobile_phone, password_hash)
  select 'bench_' || n, substr('王李张刘陈杨黄赵吴周', 1 + n % 10, 1) || substr('子欣梓雨浩思佳一俊诗', 1 + (n / 10) % 10, 1) || substr('涵怡轩桐然远宁诺杰航', 1 + (n / 100) % 10, 1),
    '13' || lpad((100000000 + n)::text, 9, '0'), null
  from generate_series(1, 100000) n;
insert into members (user_id, real_name, status, is_auth, activated_at, created_at, total_study_sec)
  select u.id, u.name, 1 + (u.id % 50 = 0)::int, (u.id % 4)::int, case when u.id % 3 > 0 then now() - (u.id % 300) * interval '1 day' end,
    now() - (u.id % 500) * interval '1 day' - u.id * interval '1 second', (u.id * 37 % 90000)::int
  from users u where u.username like 'bench\_%';
insert into subjects (name) select '科目 ' || n from generate_series(1, 20) n;
insert into teachers (name) select '老师 ' || n from generate_series(1, 50) n;
insert into media (title, status, duration_sec) select '视频 ' || n, 3, 600 from generate_series(1, 100) n;
insert into courses (sn, title, subject_id, teacher_ids, sale_price, list_price, status, lesson_count, duration_sec, sort)
  select 'B' || n, '英语课程第 ' || n || ' 册', (select min(id) from subjects) + n % 20, array[(select min(id) from teachers) + n % 50], n * 100, n * 120, n % 3, 10, 6000, n % 100
  from generate_series(1, 1000) n;
insert into chapters (course_id, title, sort) select c.id, '第 ' || n || ' 章', n from courses c, generate_series(1, 2) n;
insert into lessons (course_id, chapter_id, title, media_id, duration_sec, sort)
  select h.course_id, h.id, '第 ' || n || ' 课', (select min(id) from media) + (h.id + n) % 100, 600, n from chapters h, generate_series(1, 5) n;
insert into learning_records (member_id, course_id, lesson_id, duration_sec, seen_bitmap, seen_sec, study_sec, percent, first_at, last_at, completed_at)
  select m.id, l.course_id, l.id, 600, decode(repeat('ff', 15), 'hex'), (m.id * 7 + l.id) % 600, (m.id * 11 + l.id) % 900, ((m.id * 7 + l.id) % 600) / 6,
    now() - (m.id % 90) * interval '1 day', now() - (m.id % 90) * interval '1 day' + l.id % 7 * interval '1 hour', case when (m.id + l.id) % 3 = 0 then now() end
  from members m cross join lateral generate_series(0, 9) k
    join lessons l on l.id = (select min(id) from lessons) + (m.id * 13 + k * 997) % 10000;
insert into products (sn, title, course_ids, term_mode, term_value, status) select 'BP' || n, '商品 ' || n, array(select id from courses order by id limit 10 offset n * 10), 1, 365, 1 from generate_series(0, 9) n;
analyze;
