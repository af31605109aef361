// The baseline: a hand-written server for the requests that are compared, without sessions, checks, logs or wording. Same SQL, same pool size.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1700, Number);
const pool = new pg.Pool({ ...JSON.parse(process.env.BENCH_DATABASE), max: 6, options: '-c timezone=UTC' });
const cardKey = Buffer.from(process.env.BENCH_CARD_KEY, 'base64');
const tickets = new Map();

const query = (name, text, values) => pool.query({ name, text, values });

const grants = (
  member,
  now,
) => `select course_id, bool_or(start_at <= ${now} and (end_at is null or end_at > ${now})) as is_live, bool_and(coalesce(end_at <= ${now}, false)) as is_over,
    bool_or(end_at is null) as is_forever, max(end_at) as end_at
  from entitlements where member_id = ${member} and kind = 'course' and revoked_at is null group by course_id`;

const sqlMyCourses = `with granted as (${grants('$1', '$2')}),
  mine as (select course_id as id from granted union select id from courses where is_free and status = 1 and deleted_at is null),
  studied as (select l.course_id, count(*) filter (where r.completed_at is not null)::int as lessons_done,
      sum(least(r.seen_sec, l.duration_sec))::int as seen_sec, max(r.last_at) as last_at
    from learning_records r join lessons l on l.id = r.lesson_id and l.deleted_at is null where r.member_id = $1 group by l.course_id)
  select c.id, c.title, c.subtitle, c.cover, c.lesson_count, c.duration_sec, c.status, c.is_free, g.is_live, g.is_over, g.is_forever, g.end_at,
    coalesce(s.lessons_done, 0) as lessons_done, coalesce(s.seen_sec, 0) as seen_sec, s.last_at
  from mine join courses c on c.id = mine.id left join granted g on g.course_id = c.id left join studied s on s.course_id = c.id
  where c.deleted_at is null and c.status <> 0
  order by coalesce(g.is_over, false), s.last_at desc nulls last, c.sort, c.id desc limit 500`;

async function myCourses(url) {
  const { rows } = await query('my_courses', sqlMyCourses, [Number(url.searchParams.get('member')), new Date()]);
  return { courses: rows };
}

const sqlCourse = `select c.id, c.title, c.subtitle, c.cover, c.intro, c.detail, c.lesson_count, c.duration_sec, c.complete_percent, c.status, c.is_free, c.attachments,
    g.is_live, g.is_over, g.is_forever, g.end_at,
    (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'title', t.title, 'avatar', t.avatar) order by array_position(c.teacher_ids, t.id)), '[]')
      from teachers t where t.id = any(c.teacher_ids) and t.deleted_at is null and t.status = 1) as teachers,
    (select coalesce(json_agg(json_build_object('source_type', e.source_type, 'start_at', e.start_at, 'end_at', e.end_at) order by e.start_at, e.id), '[]')
      from entitlements e where e.member_id = $1 and e.course_id = c.id and e.revoked_at is null) as grants
  from courses c left join (${grants('$1', '$2')}) g on g.course_id = c.id where c.id = $3 and c.deleted_at is null and c.status <> 0`;
const sqlLessons = `select h.id as chapter_id, h.title as chapter_title, l.id, l.title, l.type, l.duration_sec, l.preview_sec, l.is_free, l.attachments <> '[]' as has_attachments,
    l.type = 1 and m.id is not null or l.type in (3, 4) and l.duration_sec > 0 as is_ready, r.end_reached_at, coalesce(r.percent, 0) as percent, coalesce(r.seen_sec, 0) as seen_sec, coalesce(r.last_position, 0) as last_position, r.completed_at, r.last_at
  from chapters h left join lessons l on l.chapter_id = h.id and l.deleted_at is null and l.status = 1
    left join media m on m.id = l.media_id and m.status = 3 and m.deleted_at is null
    left join learning_records r on r.lesson_id = l.id and r.member_id = $1
  where h.course_id = $2 and h.deleted_at is null order by h.sort, h.id, l.sort, l.id`;

async function myCourse(url) {
  const member = Number(url.searchParams.get('member'));
  const id = Number(url.searchParams.get('id'));
  const [course, lessons] = await Promise.all([
    query('course', sqlCourse, [member, new Date(), id]),
    query('lessons', sqlLessons, [member, id]),
  ]);
  const chapters = new Map();
  for (const row of lessons.rows) {
    const chapter = chapters.get(row.chapter_id) ?? { id: row.chapter_id, title: row.chapter_title, lessons: [] };
    chapter.lessons.push(row);
    chapters.set(row.chapter_id, chapter);
  }
  return { course: course.rows[0], chapters: [...chapters.values()] };
}

const sqlTicket = `select t.id as ticket_id, t.member_id, t.lesson_id, l.course_id, t.last_seq, t.last_beat_at, l.duration_sec, coalesce(r.seen_bitmap, '') as seen_bitmap, coalesce(r.seen_sec, 0) as seen_sec
  from play_tickets t join lessons l on l.id = t.lesson_id left join learning_records r on r.member_id = t.member_id and r.lesson_id = t.lesson_id where t.ticket_hash = $1`;
const sqlBeat = `with ticket as (
    update play_tickets t set last_seq = $1, last_beat_at = $2
    where t.id = $3 and t.last_seq = $4 and t.taken_over_at is null
      and (t.entitlement_id is null or exists (select 1 from entitlements e where e.id = t.entitlement_id and e.revoked_at is null)) returning t.id
  ), member as (
    update members m set total_study_sec = m.total_study_sec + $5::int, last_study_at = greatest(m.last_study_at, $2) from ticket where m.id = $6 returning m.id, m.agency_id
  ), record as (
    insert into learning_records as r (member_id, agency_id, course_id, lesson_id, duration_sec, seen_bitmap, seen_sec, study_sec, last_position, percent, first_at, last_at, completed_at, suspicious, slack_sec)
    select member.id, member.agency_id, $7::bigint, $8::bigint, $9::int, $10::bytea, $11::int, $5::int, coalesce($12::int, 0), $13::int, $2, $2, null, 0, 3 from member
    on conflict (member_id, lesson_id) do update set agency_id = excluded.agency_id, course_id = excluded.course_id, duration_sec = excluded.duration_sec,
      seen_bitmap = excluded.seen_bitmap, seen_sec = excluded.seen_sec, study_sec = r.study_sec + excluded.study_sec, last_position = coalesce($12::int, r.last_position),
      percent = excluded.percent, last_at = excluded.last_at, completed_at = coalesce(r.completed_at, excluded.completed_at), suspicious = r.suspicious + excluded.suspicious, slack_sec = excluded.slack_sec
  ), study_day as (
    insert into learning_days as d (member_id, day, course_id, study_sec, lessons_done)
    select member.id, ($2::timestamptz at time zone 'Asia/Shanghai')::date, $7::bigint, $5::int, 0 from member where $5::int > 0
    on conflict (member_id, day, course_id) do update set study_sec = d.study_sec + excluded.study_sec, lessons_done = d.lessons_done + excluded.lessons_done
  )
  select ticket.id, set_config('synchronous_commit', 'off', true) from ticket`;

async function beat(_url, body) {
  let ticket = tickets.get(body.ticket);
  if (!ticket) {
    const { rows } = await query('ticket', sqlTicket, [createHash('sha256').update(body.ticket).digest()]);
    [ticket] = rows;
    tickets.set(body.ticket, ticket);
  }
  const [from, to] = body.intervals[0];
  const now = new Date();
  // As in the product, beats within a minute of the last one: the first gets all the time, those right after it nothing.
  const credited = Math.min(to - from, Math.floor(now / 1000) - Math.floor(ticket.last_beat_at / 1000));
  ticket.seen_sec = Math.min(ticket.duration_sec, ticket.seen_sec + credited);
  for (let cell = Math.floor(from / 5); cell < Math.floor((from + credited) / 5); cell += 1)
    ticket.seen_bitmap[cell >> 3] |= 1 << (cell & 7);
  const percent = Math.floor((ticket.seen_sec * 100) / ticket.duration_sec);
  const { rows } = await query('beat', sqlBeat, [
    body.seq,
    now,
    ticket.ticket_id,
    ticket.last_seq,
    credited,
    ticket.member_id,
    ticket.course_id,
    ticket.lesson_id,
    ticket.duration_sec,
    ticket.seen_bitmap,
    ticket.seen_sec,
    body.position,
    percent,
  ]);
  if (rows.length !== 1) throw new Error('not stored');
  ticket.last_seq = body.seq;
  ticket.last_beat_at = now;
  return { last_seq: ticket.last_seq, seen_sec: ticket.seen_sec, percent };
}

const sqlCard = `select c.id, c.card_no, c.secret_last4, c.state, c.frozen_at, c.redeem_end_at, c.owner_member_id, c.claimed_at, c.activated_at, c.activated_member_id,
    c.activation_request_id, c.agency_id, b.product_snapshot as snapshot, b.state as batch_state, b.redeem_start_at,
    m.id as member_id, m.access_version, m.activated_at as member_activated_at,
    (select coalesce(json_object_agg(h.course_id, h.end_ms), '{}') from (
      select e.course_id, case when bool_or(e.end_at is null) then null else extract(epoch from max(e.end_at)) * 1000 end as end_ms
      from entitlements e where e.member_id = m.id and e.kind = 'course' and e.revoked_at is null group by e.course_id) h) as held,
    (select count(*)::int from cards u where u.activated_member_id = m.id and u.product_id = c.product_id and u.state = 40) as used_count,
    (select count(*)::int from card_misses x where x.member_id = m.id and x.created_at > $3) as lately,
    (select count(*)::int from card_misses x where x.member_id = m.id and x.created_at > $4) as today,
    (select count(*)::int from card_misses x where x.ip = $5 and x.created_at > $3) as from_address
  from members m left join cards c on c.secret_hash = $1 left join card_batches b on b.id = c.batch_id where m.id = $2`;
const sqlActivate = `with holder as (
    select id from members where id = $1 and access_version = $2 for update
  ), used as (
    update cards c set state = 40, owner_member_id = h.id, activated_member_id = h.id, activated_at = $3, activation_ip = $4, activation_request_id = $5, version = c.version + 1, updated_at = $3
    from holder h where c.id = $6 and (c.state = 20 or (c.state = 30 and c.owner_member_id = h.id)) and c.frozen_at is null and (c.redeem_end_at is null or c.redeem_end_at >= $3)
    returning c.id, c.agency_id
  ), granted as (
    insert into entitlements (member_id, kind, course_id, amount, source_type, source_id, start_at, end_at)
    select $1::bigint, g.kind, g.course_id, g.amount, 'card', used.id, g.start_at, g.end_at
    from used, unnest($7::text[], $8::bigint[], $9::int[], $10::timestamptz[], $11::timestamptz[]) as g (kind, course_id, amount, start_at, end_at)
  ), raised as (
    update members m set access_version = m.access_version + 1, activated_at = coalesce(m.activated_at, $3), ai_seconds_left = m.ai_seconds_left + 0, agency_id = coalesce(m.agency_id, used.agency_id)
    from used where m.id = $1
  )
  select id from used`;

async function activate(_url, body) {
  const now = new Date();
  const hash = createHmac('sha256', cardKey).update(body.code.replaceAll('-', '')).digest();
  const result = await query('card', sqlCard, [
    hash,
    body.member,
    new Date(now - 600_000),
    new Date(now - 86_400_000),
    '127.0.0.1',
  ]);
  const [card] = result.rows;
  const { courses } = card.snapshot;
  const end = new Date(now.getTime() + 365 * 86_400_000);
  const { rows } = await query('activate', sqlActivate, [
    body.member,
    card.access_version,
    now,
    '127.0.0.1',
    body.request_id,
    card.id,
    courses.map(() => 'course'),
    courses.map((course) => course.id),
    courses.map(() => null),
    courses.map(() => now),
    courses.map(() => end),
  ]);
  if (rows.length !== 1) throw new Error('not activated');
  return {
    card: { id: card.id, card_no: card.card_no },
    courses: courses.map((course) => ({ ...course, start_at: now, end_at: end })),
  };
}

const sqlMembers = `select r.id, r.member_no, r.display_name, r.real_name, r.mobile_phone, r.email, r.username, r.name, r.gender, r.birthday, r.school, r.grade, r.english_level, r.tags,
    r.agency_id, r.source, r.is_auth, r.auth_method, r.auth_at, r.status, r.activated_at, r.last_study_at, r.total_study_sec, r.last_login_at, r.remark, r.created_at, r.updated_at, r.version
  from member_rows r where r.deleted_at is null and r.status = $1 order by r.created_at desc, r.id desc limit 20 offset $2`;
const sqlMemberCount = 'select count(*)::int as count from member_rows r where r.deleted_at is null and r.status = $1';

async function members(url) {
  const page = Number(url.searchParams.get('page'));
  const [list, count] = await Promise.all([
    query('members', sqlMembers, [1, (page - 1) * 20]),
    query('member_count', sqlMemberCount, [1]),
  ]);
  return { data: list.rows, total: count.rows[0].count, current_page: page };
}

const sqlCourses = `select r.id, r.sn, r.title, r.subject_id, r.teacher_ids, r.cover, r.cover_style, r.sale_price, r.lesson_count, r.duration_sec, r.status, r.remark, r.updated_at, r.version
  from courses r where r.deleted_at is null and r.status = $1 order by r.updated_at desc, r.id desc limit 20 offset $2`;

async function courses(url) {
  const page = Number(url.searchParams.get('page'));
  const [list, count] = await Promise.all([
    query('courses', sqlCourses, [1, (page - 1) * 20]),
    query(
      'course_count',
      'select count(*)::int as count from courses r where r.deleted_at is null and r.status = $1',
      [1],
    ),
  ]);
  const teacherIds = [...new Set(list.rows.flatMap((row) => row.teacher_ids.map(Number)))];
  const [subjects, teachers] = await Promise.all([
    query('subjects', 'select r.id, r.name as title from subjects r where r.id = any($1::bigint[])', [
      list.rows.map((row) => row.subject_id),
    ]),
    query('teachers', 'select r.id, r.name as title from teachers r where r.id = any($1::bigint[])', [teacherIds]),
  ]);
  return { data: list.rows, total: count.rows[0].count, subjects: subjects.rows, teachers: teachers.rows };
}

const price = (column) => `coalesce((select p.${column} from products p
  where p.course_ids @> array[c.id] and p.status = 1 and p.deleted_at is null order by p.sale_price, p.id limit 1), c.${column})`;
const sqlCard12 = `select c.id, c.title, c.subtitle, c.cover, c.cover_style, c.level, c.tags, c.subject_id,
    coalesce((select s.name from subjects s where s.id = c.subject_id and s.deleted_at is null and s.status = 1), '') as subject_name, ${price('list_price')} as list_price, ${price('sale_price')} as sale_price,
    c.is_free, c.lesson_count, c.duration_sec,
    (select coalesce(array_agg(t.name order by array_position(c.teacher_ids, t.id)), '{}') from teachers t where t.id = any(c.teacher_ids) and t.deleted_at is null and t.status = 1) as teacher_names
  from courses c where c.deleted_at is null and c.status = 1`;

const courseOrders = {
  default: 'c.sort, c.id desc',
  newest: 'c.publish_at desc nulls last, c.id desc',
  longest: 'c.duration_sec desc, c.id desc',
};

async function publicCourses(url) {
  const page = Number(url.searchParams.get('page'));
  const sort = url.searchParams.get('sort') ?? 'default';
  const [list, count] = await Promise.all([
    query(`public_courses_${sort}`, `${sqlCard12} order by ${courseOrders[sort]} limit 12 offset $1`, [
      (page - 1) * 12,
    ]),
    query(
      'public_count',
      'select count(*)::int as count from courses c where c.deleted_at is null and c.status = $1',
      [1],
    ),
  ]);
  return { data: list.rows, total: count.rows[0].count, current_page: page };
}

const sqlPublicTexts = `select c.intro, c.detail,
    (select json_build_object('id', s.id, 'name', s.name) from subjects s where s.id = c.subject_id and s.deleted_at is null and s.status = 1) as subject,
    (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'title', t.title, 'avatar', t.avatar, 'gender', t.gender, 'intro', t.intro) order by array_position(c.teacher_ids, t.id)), '[]')
      from teachers t where t.id = any(c.teacher_ids) and t.deleted_at is null and t.status = 1) as teachers,
    (select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'list_price', p.list_price, 'sale_price', p.sale_price) order by p.sale_price, p.id), '[]')
      from products p where p.course_ids @> array[c.id] and p.status = 1 and p.deleted_at is null) as products
  from courses c where c.id = $1`;
const sqlPublicLessons = `select h.id as chapter_id, h.title as chapter_title, l.id, l.title, l.type, l.duration_sec, l.preview_sec, l.is_free and m.id is not null as is_free
  from chapters h join lessons l on l.chapter_id = h.id and l.deleted_at is null and l.status = 1 left join media m on m.id = l.media_id and m.status = 3 and m.deleted_at is null
  where h.course_id = $1 and h.deleted_at is null order by h.sort, h.id, l.sort, l.id`;

async function publicCourse(url) {
  const id = Number(url.searchParams.get('id'));
  const [course, texts, lessons] = await Promise.all([
    query('public_course', `${sqlCard12} and c.id = $1`, [id]),
    query('public_texts', sqlPublicTexts, [id]),
    query('public_lessons', sqlPublicLessons, [id]),
  ]);
  return { course: course.rows[0], ...texts.rows[0], lessons: lessons.rows };
}

const sqlExport = `select r.id, r.member_no, r.real_name, r.name, r.mobile_phone, r.gender, r.school, r.grade, r.english_level, r.tags, r.agency_id, r.source, r.is_auth, r.status,
    r.activated_at, r.last_study_at, r.total_study_sec, r.last_login_at, r.remark, r.created_at, r.updated_at
  from member_rows r where r.deleted_at is null and r.id > $1 order by r.id limit 1000`;

async function exportMembers(url) {
  const { rows } = await pool.query({
    name: 'export',
    text: sqlExport,
    values: [Number(url.searchParams.get('id'))],
    rowMode: 'array',
  });
  return { data: rows, max_id: rows.at(-1)?.[0] ?? 0 };
}

const insertRows = (
  table,
  columns,
  source,
) => `with sheet as (select * from jsonb_to_recordset($1::jsonb) as x(${columns}))
  insert into ${table} ${source} returning id`;
const sqlTeachers = insertRows(
  'teachers (name, english_name, gender, title, country, intro, sort, remark)',
  'name text, english_name text, title text, country text, intro text, sort int, remark text',
  `select x.name, x.english_name, 2, x.title, x.country, x.intro, x.sort, x.remark from sheet x
    where not exists (select 1 from teachers t where t.name collate "C" = x.name collate "C" and t.deleted_at is null)`,
);
const sqlImportedCourses = insertRows(
  'courses (sn, title, subtitle, subject_id, teacher_ids, list_price, sale_price, sort, remark)',
  'sn text, title text, subtitle text, subject_id text, teacher_ids text, list_price numeric, sale_price numeric, sort int, remark text',
  `select x.sn, x.title, x.subtitle, s.id, array(select t.id from teachers t where t.name collate "C" = any(string_to_array(x.teacher_ids, '，')) and t.deleted_at is null),
      x.list_price * 100, x.sale_price * 100, x.sort, x.remark
    from sheet x join subjects s on s.name collate "C" = x.subject_id collate "C" and s.deleted_at is null`,
);

async function importTeachers(_url, { datas }) {
  const { rowCount } = await query('import_teachers', sqlTeachers, [JSON.stringify(datas)]);
  return { success: rowCount };
}

async function importCourses(_url, { datas }) {
  const rows = datas.map((row) => ({ ...row, sn: randomUUID() }));
  const { rowCount } = await query('import_courses', sqlImportedCourses, [JSON.stringify(rows)]);
  return { success: rowCount };
}

const routes = {
  'GET /my-courses': myCourses,
  'GET /my-course': myCourse,
  'POST /beat': beat,
  'POST /activate': activate,
  'GET /members': members,
  'GET /courses': courses,
  'GET /public-courses': publicCourses,
  'GET /public-course': publicCourse,
  'GET /export-members': exportMembers,
  'POST /import-teachers': importTeachers,
  'POST /import-courses': importCourses,
};

async function readBody(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

const server = createServer(async (request, response) => {
  let status = 200;
  let answer;
  try {
    const url = new URL(request.url, 'http://localhost');
    answer = await routes[`${request.method} ${url.pathname}`](
      url,
      request.method === 'POST' ? await readBody(request) : null,
    );
  } catch (error) {
    status = 500;
    answer = { message: String(error) };
  }
  const text = JSON.stringify(answer);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
