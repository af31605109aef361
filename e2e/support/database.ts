import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { ownServer } from './server.ts';

/** Connections of this test file: a new one for each query would cost more than the query. */
let pool: pg.Pool | null = null;

/** Queries the running server's database, as an operator could; tests never use it to write what people do on pages. */
export async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  pool ??= new pg.Pool({ ...ownServer().connection, max: 2, allowExitOnIdle: true });
  return (await pool.query<Row>(text, values)).rows;
}

/** Keeps the locks that a statement takes until the returned function is called. */
async function hold(statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client(ownServer().connection);
  await client.connect();
  await client.query(`begin; ${statement}`);
  return () => client.end();
}

/** Holds back new rows of a table until the returned function is called. */
export const holdRows = (table: string): Promise<() => Promise<void>> => hold(`lock table ${table} in share mode`);

/** Holds back changes of the rows that a table has, until the returned function is called. */
export const holdChanges = (table: string): Promise<() => Promise<void>> => hold(`select from ${table} for update`);

/** Called after each test file. */
export async function closeDatabase(): Promise<void> {
  await pool?.end();
  pool = null;
}

/** The code last sent to a mobile or mail address, from the local outbox. */
export async function lastCode(receiver: string): Promise<string> {
  const [row] = await query<{ body: string }>('select body from outbox where receiver = $1 order by id desc limit 1', [
    receiver,
  ]);
  const code = /\d{6}/.exec(row?.body ?? '')?.[0];
  if (!code) throw new Error(`no code was sent to ${receiver}`);
  return code;
}

/** The solution of a slider puzzle. */
export async function captchaAnswer(challenge: string): Promise<number> {
  const [row] = await query<{ answer_x: number }>('select answer_x from captcha_challenges where id = $1', [challenge]);
  if (!row) throw new Error('no such captcha');
  return row.answer_x;
}

/** A captcha pass without solving a slider, for logins that are not under test. */
export async function captchaPass(): Promise<string> {
  const pass = randomBytes(32).toString('base64url');
  await query(
    `insert into captcha_challenges (id, answer_x, expires_at, pass_hash, pass_expires_at)
    values ($1, 0, now() + interval '5 minutes', $2, now() + interval '5 minutes')`,
    [randomBytes(16).toString('base64url'), createHash('sha256').update(pass).digest()],
  );
  return pass;
}

/** Opens the home area for a member, as an administrator does when a card is lost. Takes effect at the next login. */
export async function activateBySupport(mobile: string): Promise<void> {
  await query(
    'update members set activated_at = now() where user_id = (select id from users where mobile_phone = $1)',
    [mobile],
  );
}

/** Makes a member the owner of a new agency with the built-in agency role. Takes effect at the next login. */
export async function makeAgencyBySupport(mobile: string): Promise<void> {
  await query(
    `with person as (select id from users where mobile_phone = $1),
      agency as (insert into agencies (user_id, code, name, mobile_phone, lft, rgt, status)
        select id, 'E' || right($1, 5), '代理商 ' || right($1, 4), $1, 1000 + 2 * id, 1001 + 2 * id, 1 from person returning id),
      admin as (insert into admins (user_id) select id from person returning id)
    insert into admin_role (admin_id, role_id) select admin.id, roles.id from admin, roles, agency where roles.code = 'agency'`,
    [mobile],
  );
}

/** Makes a member an administrator with a role of exactly these permissions. Takes effect at the next login. */
export async function makeAdminBySupport(mobile: string, permissions: readonly string[]): Promise<void> {
  const granted = await query(
    `with person as (select id from users where mobile_phone = $1),
      role as (insert into roles (name, parent_id, level) select '角色 ' || right($1, 4), id, 2 from roles where code = 'super_admin' returning id),
      admin as (insert into admins (user_id) select id from person returning id),
      held as (insert into admin_role (admin_id, role_id) select admin.id, role.id from admin, role)
    insert into menu_role (role_id, menu_id) select role.id, menus.id from role, menus where menus.key = any($2::text[]) returning menu_id`,
    [mobile, [...permissions]],
  );
  if (granted.length !== permissions.length)
    throw new Error(`not all of these are permissions: ${permissions.join(', ')}`);
}

/** Half of a course studied by a member, some of it on each day of a week. */
export async function studyBySupport(mobile: string, courseId: number): Promise<void> {
  const member = `(select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = $1)`;
  await query(
    `insert into learning_records (member_id, course_id, lesson_id, duration_sec, seen_sec, study_sec, percent)
    select ${member}, course_id, id, 600, 300, 300, 50 from lessons where course_id = $2`,
    [mobile, courseId],
  );
  await query(
    `insert into learning_days (member_id, day, course_id, study_sec)
    select ${member}, (now() at time zone 'Asia/Shanghai')::date - place, $2, 300 * place from generate_series(0, 6) place`,
    [mobile, courseId],
  );
}

/** Publishes a course without the video that publishing requires, for tests that do not play it. */
export async function publishBySupport(courseId: number): Promise<void> {
  await query('update courses set status = 1 where id = $1', [courseId]);
}
