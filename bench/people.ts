import { sql } from 'kysely';
import { hashToken, makeToken } from '../server/src/core/secrets.ts';
import { openSecret } from '../server/src/features/cards/cards/public.ts';
import type { BenchData } from './data.ts';

export type Member = {
  member_id: number;
  user_id: number;
  course_id: number;
  lesson_id: number;
  headers: Record<string, string>;
  ticket: string;
};
export type Side = 'product' | 'minimal';
/** A learner without a card. */
export type Newcomer = Pick<Member, 'member_id' | 'headers'>;
export type Sheet = {
  members: Member[];
  /** For either server; each request takes the last one. */
  newcomers: Record<Side, Newcomer[]>;
  admin: Record<string, string>;
  /** Of unused cards; each request takes the last one. */
  secrets: string[];
  course_ids: number[];
  /** Of `addCourses`. */
  many_course_ids: number[];
};

const memberCount = 2000;
const newcomerCount = 8000;

type Session = { user_id: number; token: string; bind: string };

/** Creates sessions as a login does, without the argon2 work of 2,000 logins. */
async function openSessions({ ctx }: BenchData, userIds: number[]): Promise<Map<number, Session & { id: number }>> {
  const sessions = userIds.map((user_id): Session => ({ user_id, token: makeToken(), bind: makeToken() }));
  const { rows } = await sql<{ id: number; user_id: number }>`
    insert into user_sessions (user_id, token_hash, bind_hash, client_type, expires_at)
    select u, t, b, 'web', now() + interval '2 hours' from unnest(${userIds}::bigint[], ${sessions.map((one) => hashToken(one.token))}::bytea[], ${sessions.map((one) => hashToken(one.bind))}::bytea[]) as x (u, t, b)
    returning id, user_id`.execute(ctx.db);
  const ids = new Map(rows.map((row) => [row.user_id, row.id]));
  return new Map(sessions.map((one) => [one.user_id, { ...one, id: ids.get(one.user_id) ?? 0 }]));
}

/** The headers a browser sends: both session cookies, the visitor cookie and its CSRF token. */
function headersOf({ ctx }: BenchData, session: Session): Record<string, string> {
  const visitor = makeToken();
  const expires = Math.floor(Date.now() / 1000) + 3600;
  const mac = ctx.secrets.hmac('csrf', `${visitor}|${expires}`).toString('base64url');
  return {
    Cookie: `Authorization=${session.token}; kaike_bind=${session.bind}; kaike_visitor=${visitor}; Language=zh-CN`,
    'X-Csrf-Token': `${expires}.${mac}`,
    Language: 'zh-CN',
    'Accept-Encoding': 'gzip, br',
    Accept: 'application/json',
  };
}

type Row = { member_id: number; user_id: number; course_id: number; lesson_id: number; entitlement_id: number };

async function issueTickets({ ctx }: BenchData, rows: Row[], sessionIds: number[]): Promise<string[]> {
  const tickets = rows.map(() => makeToken());
  await sql`insert into play_tickets (ticket_hash, member_id, lesson_id, session_id, entitlement_id, trace_code, last_beat_at, expires_at)
    select h, m, l, s, e, 'BENCH2', now() - interval '1 minute', now() + interval '2 hours'
    from unnest(${tickets.map(hashToken)}::bytea[], ${rows.map((row) => row.member_id)}::bigint[], ${rows.map((row) => row.lesson_id)}::bigint[], ${sessionIds}::bigint[],
      ${rows.map((row) => row.entitlement_id)}::bigint[]) as x (h, m, l, s, e)`.execute(ctx.db);
  return tickets;
}

async function adminIdOf({ ctx }: BenchData): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from users where username = 'admin'`.execute(ctx.db);
  return rows[0]?.id ?? 0;
}

/** The headers an administrator's browser sends. */
export async function prepareAdmin(data: BenchData): Promise<Record<string, string>> {
  const sessions = await openSessions(data, [await adminIdOf(data)]);
  const [session] = sessions.values();
  if (!session) throw new Error('a session is missing');
  return headersOf(data, session);
}

async function findNewcomers({ ctx }: BenchData): Promise<{ member_id: number; user_id: number }[]> {
  const { rows } = await sql<{ member_id: number; user_id: number }>`select m.id as member_id, m.user_id from members m
    where m.status = 1 and m.activated_at is null and not exists (select 1 from entitlements e where e.member_id = m.id)
    order by m.id limit ${newcomerCount}`.execute(ctx.db);
  return rows;
}

/** Members, each with a session, a course and a valid ticket; learners without a card; an administrator; secrets of unused cards. */
export async function prepare(data: BenchData): Promise<Sheet> {
  const { db } = data.ctx;
  const { rows } = await sql<Row>`
    select distinct on (m.id) m.id as member_id, m.user_id, e.course_id, l.id as lesson_id, e.id as entitlement_id
    from members m join entitlements e on e.member_id = m.id and e.kind = 'course' join courses c on c.id = e.course_id and c.status = 1 join lessons l on l.course_id = c.id
    where m.status = 1 and m.activated_at is not null order by m.id, e.id, l.id limit ${memberCount}`.execute(db);
  const adminId = await adminIdOf(data);
  const newcomerRows = await findNewcomers(data);
  const sessions = await openSessions(data, [...[...rows, ...newcomerRows].map((row) => row.user_id), adminId]);
  const sessionOf = (userId: number): Session & { id: number } => {
    const session = sessions.get(userId);
    if (!session) throw new Error('a session is missing');
    return session;
  };
  const tickets = await issueTickets(
    data,
    rows,
    rows.map((row) => sessionOf(row.user_id).id),
  );
  const newcomers = newcomerRows.map(({ member_id, user_id }) => ({
    member_id,
    headers: headersOf(data, sessionOf(user_id)),
  }));
  const half = newcomers.length / 2;
  const cards = await sql<{
    secret_enc: Buffer;
    secret_hash: Buffer;
  }>`select secret_enc, secret_hash from cards where state = 20 order by id limit 80000`.execute(db);
  const courses = await sql<{ id: number }>`select id from courses where status = 1 order by id`.execute(db);
  return {
    course_ids: courses.rows.map(({ id }) => id),
    many_course_ids: [],
    members: rows.map((row, index) => ({
      ...row,
      headers: headersOf(data, sessionOf(row.user_id)),
      ticket: tickets[index] ?? '',
    })),
    newcomers: { product: newcomers.slice(0, half), minimal: newcomers.slice(half) },
    admin: headersOf(data, sessionOf(adminId)),
    secrets: cards.rows.map((row) => openSecret(data.ctx.secrets, row)),
  };
}
