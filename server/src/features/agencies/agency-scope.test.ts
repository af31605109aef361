import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type AdminPerson, type Reply, type TestApp } from '../../../test/app.ts';
import { buildAgency, buildBatch, buildCard, buildMember, buildUser } from '../../../test/factories.ts';
import { anyAdmin, type Route } from '../../http/route.ts';
import { resourceRoutes } from '../../kit/resource-routes.ts';
import { features } from '../index.ts';

/** Stands in every text of everybody else's rows: no answer to the agency may hold it. */
const marker = 'FOREIGNMARK';
/** What is searched for: finds the marker, but repeated in an answer or a log it is not one. */
const sought = 'FOREIGNMAR';

/** What agencies do not call as agencies: the suite says why instead of asking. */
const exempt: Record<string, string> = {};

let app: TestApp;
let agent: AdminPerson;
let outsideIds: number[] = [];
let outsideMembers: number[] = [];
let foreign: { agency: number; cousin: number; batch: number; card: number; member: number; user: number; log: number; record: number };

async function plantForeign(): Promise<void> {
  const agency = await buildAgency(app.ctx, { name: `${marker}甲`, code: `${marker}1`, contact_name: marker, address: marker, remark: marker, card_num: 500 });
  const cousin = await buildAgency(app.ctx, { name: `${marker}乙`, code: `${marker}2`, parent_id: agency.id, card_num: 500 });
  outsideIds = [agency.id, cousin.id];
  const user = await buildUser(app.ctx, { username: `${marker}_user`, name: marker });
  const member = await buildMember(app.ctx, { user_id: user.id, real_name: marker, school: marker, remark: marker, agency_id: cousin.id });
  const schools = await buildMember(app.ctx, { real_name: marker, remark: marker });
  outsideMembers = [member.id, schools.id];
  const batch = await buildBatch(app.ctx, { name: `${marker}批`, batch_no: `${marker}B`, remark: marker, agency_id: agency.id });
  const card = await buildCard(app.ctx, { batch_id: batch.id, card_no: `${marker}0001`, remark: marker, owner_member_id: member.id });
  await buildCard(app.ctx, { batch_id: (await buildBatch(app.ctx, { name: `${marker}校` })).id, card_no: `${marker}0002`, remark: marker });
  const log = await app.ctx.db.insertInto('card_num_logs').values({
    agency_id: agency.id, type: 1, delta: 500, balance_before: 0, balance_after: 500, request_id: `${marker}-1`, remark: marker,
  }).returning('id').executeTakeFirstOrThrow();
  await app.ctx.db.insertInto('quota_transfers').values({
    from_agency_id: agency.id, to_agency_id: cousin.id, amount: 7, remark: marker, created_at: new Date(), undo_until: new Date(),
  }).execute();
  const { course_ids: [courseId = 0] } = await app.ctx.db.selectFrom('products').select('course_ids').where('id', '=', batch.product_id).executeTakeFirstOrThrow();
  const lesson = await app.ctx.db.selectFrom('lessons').select('id').where('course_id', '=', courseId).executeTakeFirstOrThrow();
  const record = await app.ctx.db.insertInto('learning_records').values({ member_id: member.id, agency_id: cousin.id, course_id: courseId, lesson_id: lesson.id, percent: 50 })
    .returning('id').executeTakeFirstOrThrow();
  foreign = { agency: agency.id, cousin: cousin.id, batch: batch.id, card: card.id, member: member.id, user: user.id, log: log.id, record: record.id };
}

/** The agency's own rows, without which every empty answer would look right. */
async function plantOwn(agencyId: number): Promise<void> {
  const batch = await buildBatch(app.ctx, { agency_id: agencyId, name: 'OWNMARK批' });
  await buildCard(app.ctx, { batch_id: batch.id, card_no: 'OWNMARK0001' });
  await buildMember(app.ctx, { real_name: 'OWNMARK', agency_id: agencyId });
  await app.ctx.db.insertInto('card_num_logs').values({
    agency_id: agencyId, type: 1, delta: 1000, balance_before: 0, balance_after: 1000, request_id: 'own-1', remark: 'OWNMARK',
  }).execute();
}

beforeAll(async () => {
  app = await startTestApp();
  const own = await buildAgency(app.ctx, { name: 'OWNMARK' });
  // Every permission there is: what is then still out of reach, scope alone keeps out of reach.
  const { rows } = await sql<{ key: string }>`select key from menus where key like 'admin.%'`.execute(app.ctx.db);
  agent = await app.person.adminWith(rows.map((row) => row.key), { data_scope: 'own_agency', agency_id: own.id });
  await plantForeign();
  await plantOwn(own.id);
});
afterAll(async () => app.close());

const allRoutes = (): Route[] => [...features.flatMap((feature) => feature.routes), ...resourceRoutes(app.ctx.resources)].filter((one) => one.guard === 'admin');
const nameOf = ({ contract }: Route): string => `${contract.method} ${contract.path}`;

/** Ids that mean something foreign below this resource; for others every foreign id is tried. */
const idsFor = (path: string): number[] => {
  const resource = path.split('/')[2] ?? '';
  const known: Record<string, number[]> = {
    agencies: outsideIds, members: outsideMembers, cards: [foreign.card], 'card-batches': [foreign.batch], 'card-num-logs': [foreign.log], 'learning-records': [foreign.record], admins: [1],
  };
  return known[resource] ?? [...new Set(Object.values(foreign))];
};

/** Everything that belongs to other agencies and their learners, as one text: a change anywhere in it shows. What the school owns alone is kept by permissions. */
async function foreignRows(): Promise<string> {
  const tables = ['agencies', 'members', 'card_batches', 'cards', 'card_num_logs', 'quota_transfers', 'learning_records', 'users', 'admins', 'entitlements'];
  const has = { agencies: sql`t.id = any(${outsideIds}::bigint[])`, users: sql`t.id in (select user_id from members where id = any(${outsideMembers}::bigint[]) union select user_id from admins where id <> ${agent.admin_id})`, admins: sql`t.id <> ${agent.admin_id}` };
  const scoped: Record<string, ReturnType<typeof sql>> = {
    ...has, members: sql`t.id = any(${outsideMembers}::bigint[])`, card_batches: sql`t.name like ${`${marker}%`}`, cards: sql`t.card_no like ${`${marker}%`}`,
    card_num_logs: sql`t.agency_id = any(${outsideIds}::bigint[])`, quota_transfers: sql`t.remark = ${marker}`, learning_records: sql`t.id = ${foreign.record}`,
    entitlements: sql`t.member_id = any(${outsideMembers}::bigint[])`,
  };
  const parts = [];
  for (const table of tables) {
    const where = scoped[table] ?? sql`true`;
    const { rows } = await sql<{ text: string }>`select coalesce(json_agg(to_jsonb(t) order by t.id)::text, '') as text from ${sql.table(table)} t where ${where}`.execute(app.ctx.db);
    parts.push(`${table}: ${rows[0]?.text ?? ''}`);
  }
  return parts.join('\n');
}

const days = 'from=2026-01-01&to=2026-12-31';
const queries = ['', `?where[_keyword]=${sought}`, '?reason=look', `?${days}&by=agency&reason=look&platform=x`, `?keyword=${sought}&q=${sought}`];

/** Every value a field could want, so that a write fails on scope and not on an empty form. */
function bodyFor(route: Route, ids: readonly number[]): Record<string, unknown> {
  const shared = {
    ids, id: ids[0], reason: '越权', remark: '越权', amount: 1, status: 2, to_id: foreign.cousin, to_code: `${marker}2`, unlimited: 1, mobile_phone: '13900009999', accept: true,
    real_name: '张越', is_auth: 2, course_ids: [], name: '越权', parent_id: foreign.agency, agency_id: foreign.agency, member_id: foreign.member, batch_id: foreign.batch, card_id: foreign.card, version: undefined,
  };
  const name = route.contract.path.split('/')[3];
  const resource = resources.find((one) => one.name === route.contract.path.split('/')[2]);
  const fields = resource?.actions?.[name ?? '']?.fields ?? route.contract.body;
  if (Object.keys(fields).length > 0) {
    const wanted = new Set([...Object.keys(fields), 'ids']);
    return Object.fromEntries(Object.entries(shared).filter(([key]) => wanted.has(key)));
  }
  return shared;
}

async function ask(route: Route): Promise<Reply[]> {
  const { method, path } = route.contract;
  // A route may end the session it is called by; the next one is asked by the same person, logged in anew.
  agent = { ...(await app.person.user(agent.user_id)), admin_id: agent.admin_id };
  const replies: Reply[] = [];
  for (const id of path.includes(':') ? idsFor(path) : [0]) {
    const url = path.replaceAll(/:\w+/g, String(id));
    if (method === 'GET') for (const query of queries) replies.push(await app.http(method, url + query, { as: agent }));
    else {
      const body = bodyFor(route, idsFor(path));
      replies.push(await app.http(method, url, { as: agent, body, headers: { 'x-idempotency-key': randomUUID() } }));
      replies.push(await app.http(method, url, { as: agent, body: { ...body, matching: '', after_id: 0, max_id: 2 ** 31 }, headers: { 'x-idempotency-key': randomUUID() } }));
    }
  }
  expect(replies[0]?.status, nameOf(route)).not.toBe(401);
  return replies;
}

describe('an agency with every permission', () => {
  it('sees its own rows, so that silence below means scope', async () => {
    for (const [name, text] of [['cards', 'OWNMARK0001'], ['members', 'OWNMARK'], ['card-batches', 'OWNMARK'], ['card-num-logs', 'OWNMARK'], ['agencies', 'OWNMARK']] as const) {
      expect((await app.http('GET', `/admin/${name}/list`, { as: agent })).text, name).toContain(text);
    }
  });

  it('reads nothing foreign on any route there is', async () => {
    const shown: string[] = [];
    const reading = allRoutes().filter(({ contract }) => contract.method === 'GET');
    expect(reading.length).toBeGreaterThan(40);
    for (const route of reading) {
      if (nameOf(route) in exempt) continue;
      // What was asked for may be repeated in a refusal; only answers count.
      for (const { status, text } of await ask(route)) if (status < 300 && text.includes(marker)) shown.push(`${nameOf(route)}: …${text.slice(Math.max(0, text.indexOf(marker) - 120), text.indexOf(marker) + 40)}…`);
    }
    expect([...new Set(shown)]).toEqual([]);
  }, 120_000);

  it('changes nothing foreign on any route there is, and is told nothing of it', async () => {
    const before = await foreignRows();
    const changed: string[] = [];
    const writing = allRoutes().filter(({ contract }) => contract.method !== 'GET');
    expect(writing.length).toBeGreaterThan(40);
    let last = before;
    for (const route of writing) {
      if (nameOf(route) in exempt) continue;
      for (const { status, text } of await ask(route)) if (status < 300 && text.includes(marker)) changed.push(`${nameOf(route)} shows: ${text.slice(0, 200)}`);
      const now = await foreignRows();
      if (now !== last) changed.push(`${nameOf(route)} changed: ${now.split('\n').filter((line) => !last.includes(line)).map((line) => line.slice(0, 60)).join(' | ')}`);
      last = now;
    }
    expect(changed).toEqual([]);
  }, 120_000);

  it('finds nobody else by looking them up', async () => {
    for (const { name } of resources) {
      const { status, text } = await app.http('GET', `/admin/${name}/options?keyword=${sought}&where[_keyword]=${sought}&ids[]=${foreign.agency}`, { as: agent });
      if (status < 300) expect(text, name).not.toContain(marker);
    }
  });

  it('exempts only routes that exist', () => {
    const names = new Set(allRoutes().map(nameOf));
    expect(Object.keys(exempt).filter((name) => !names.has(name))).toEqual([]);
    expect(allRoutes().every(({ permission }) => permission === anyAdmin || permission?.startsWith('admin.'))).toBe(true);
  });
});
