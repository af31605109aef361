import { randomUUID } from 'node:crypto';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '@kaike/shared/resources/index';
import { buildBatch, buildCard } from '../factories.ts';
import { startTestApp, type AdminPerson, type Reply, type TestApp } from '../app.ts';
import { entriesOf, textInZip, textOfPdf, textOfZip } from '../read-answer.ts';
import { marker, ownMarker, plantFamily, plantForeign, plantOwn, searchTerm, type Planted } from './foreign-rows.ts';
import { pathsOf } from '../../src/http/route-names.ts';
import { anyAdmin, type Route } from '../../src/core/route.ts';
import { resourceRoutes } from '../../src/kit/resource-routes.ts';
import { features } from '../../src/features/index.ts';

// Tests the scope of an agency on every route of the running application: new routes are included automatically, and a route
// that returns neither JSON, text, a sheet, a PDF nor an archive fails until this suite can read it.

/** Routes that return outside names on purpose, and why. */
const exempt: Record<string, string> = {};

const ownExport = 'is a row of what it exports';
/** Routes that never return the same twice, and why. */
const ownEntry = 'an export before it leaves an entry in it';
const restless: Record<string, string> = {
  'GET /admin/down-log/export': ownExport,
  'GET /admin/down-log/export.xlsx': ownExport,
  'GET /admin/logs/export': ownEntry,
  'GET /admin/logs/export.xlsx': ownEntry,
};

/** Routes that return the picture of one row; foreign rows must have none. */
const pictures = ['GET /admin/cards/:id/picture', 'POST /admin/cards/:id/picture'];

/** Routes for other systems, without a session: signed notifications, and the API description. */
const notices = [
  'GET /open/message-notify',
  'GET /open/message-notify/wechat',
  'POST /open/ai-messages/callback-notification',
  'POST /open/message-notify',
  'POST /open/message-notify/aliyun-sms/:secret',
  'POST /open/message-notify/tencent-sms/:secret',
  'POST /open/message-notify/vod',
  'POST /open/message-notify/wechat',
  'POST /open/pay-order/notify/:type',
  'GET /open/openapi.json',
];

/** Routes of plugins are looked up at run time by what is installed: plugins.test.ts tests their guards. */
const pluginRoutes = ['admin', 'home', 'open'].flatMap((area) =>
  ['DELETE', 'GET', 'POST', 'PUT'].map((method) => `${method} /${area}/plugins/:plugin/*`),
);

let app: TestApp;
let agent: AdminPerson;
let family: { parent: number; own: number };
let foreign: Planted;
let mine: Planted;
/** Prints ordered: by the agency, by it for a batch that was moved away since, by the school for foreign cards. */
let prints: { pdf: number; png: number; moved: number; others: number };
/** Ids of everything that existed before the agency had anything. */
const outside = new Map<string, number[]>();

const watched = [
  'agencies',
  'members',
  'card_batches',
  'cards',
  'card_num_logs',
  'quota_transfers',
  'learning_records',
  'users',
  'admins',
  'entitlements',
  'card_approvals',
  'card_risks',
  'card_gifts',
  'card_packages',
  'pay_orders',
  'card_cartons',
];

/** An agency with every permission, rows of its own, and rows of others. */
function useAgency(): void {
  beforeAll(async () => {
    app = await startTestApp();
    family = await plantFamily(app.ctx);
    foreign = await plantForeign(app.ctx, family);
    for (const table of watched) {
      const { rows } = await sql<{
        id: number;
      }>`select id from ${sql.table(table)} where ${table === 'agencies' ? sql`id <> ${family.own}` : sql`true`}`.execute(
        app.ctx.db,
      );
      outside.set(
        table,
        rows.map((row) => row.id),
      );
    }
    mine = await plantOwn(app.ctx, family, foreign);
    // Every permission: what is still out of reach is so by scope alone.
    const { rows } = await sql<{ key: string }>`select key from menus where key like 'admin.%'`.execute(app.ctx.db);
    agent = await app.person.adminWith(
      rows.map((row) => row.key),
      { data_scope: 'own_agency', agency_id: family.own },
    );
    prints = await plantPrints();
  });
  afterAll(async () => app.close());
}

async function plantPrints(): Promise<typeof prints> {
  const school = await app.person.admin();
  const order = async (as: AdminPerson, batch: number, kind: string): Promise<number> => {
    const { status, body } = await app.http('POST', `/admin/card-batches/${batch}/prints`, {
      as,
      body: { kind, reason: '印制' },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.id;
  };
  const moved = await buildBatch(app.ctx, {
    agency_id: family.own,
    name: `${ownMarker}移`,
    product_id: foreign.product,
  });
  await buildCard(app.ctx, { batch_id: moved.id, card_no: `${ownMarker}9001` });
  const ordered = {
    pdf: await order(agent, mine.batch, 'pdf'),
    png: await order(agent, mine.batch, 'png'),
    moved: await order(agent, moved.id, 'pdf'),
    others: await order(school, foreign.batch, 'pdf'),
  };
  await app.runJobs();
  await sql`update card_batches set agency_id = ${foreign.agency}, name = ${`${marker}移`} where id = ${moved.id}`.execute(
    app.ctx.db,
  );
  await sql`update cards set agency_id = ${foreign.agency} where batch_id = ${moved.id}`.execute(app.ctx.db);
  return ordered;
}

/** All foreign rows as one text, so that any change shows. Tree columns are excluded: new branches shift them. */
async function foreignRows(): Promise<string> {
  const parts = await Promise.all(
    watched.map(async (table) => {
      const { rows } = await sql<{
        text: string;
      }>`select coalesce(string_agg((to_jsonb(t) - 'lft' - 'rgt')::text, E'\n' order by t.id), '') as text from ${sql.table(table)} t
      where t.id = any(${outside.get(table) ?? []}::bigint[])`.execute(app.ctx.db);
      return `${table}: ${rows[0]?.text ?? ''}`;
    }),
  );
  return parts.join('\n');
}

/** Every route outside the local environment, once per path. */
const routes = (): Route[] =>
  [
    ...features.filter((feature) => !feature.only_local).flatMap((feature) => feature.routes),
    ...resourceRoutes(app.ctx.resources),
  ].flatMap((route) => pathsOf(route.contract).map((path) => ({ ...route, contract: { ...route.contract, path } })));
const adminRoutes = (): Route[] => routes().filter((one) => one.guard === 'admin');
const nameOf = ({ contract }: Route): string => `${contract.method} ${contract.path}`;

/** A route whatever its parameters are called: routers print the names of two that share a place as one. */
const shapeOf = (name: string): string => name.replaceAll(/:[\w|:]+/g, ':');

/** What the running application's router has below the base, such as `GET /admin/cards/:`. */
function runningRoutes(): string[] {
  const parents: string[] = [];
  const names: string[] = [];
  for (const line of app.fastify.printRoutes().split('\n')) {
    // A part of an address that is no route of its own has no methods.
    const [, indent = '', path = '', methods = ''] = /^([ │]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (path === '') continue;
    parents.length = indent.length / 4;
    parents.push(path);
    const whole = parents.join('');
    if (methods === '' || !whole.startsWith('/web-api/')) continue;
    const own = methods.split(', ').filter((method) => method !== 'HEAD');
    names.push(...own.map((method) => shapeOf(`${method} ${whole.slice('/web-api'.length)}`)));
  }
  return [...new Set(names)];
}

/** Ids of this resource; null for resources without planted rows. */
function ownIdsFor(path: string, of: Planted): number[] | null {
  const resource = path.split('/')[2] ?? '';
  const idsByResource: Record<string, number[]> = {
    agencies: [...new Set([of.agency, of.cousin, ...(of === foreign ? [family.parent] : [])])],
    members: [of.member],
    cards: [of.card],
    'card-batches': [of.batch],
    'card-num-logs': [of.log],
    'learning-records': [of.record],
    'card-approvals': [of.approval],
    'pay-orders': [of.order],
    'card-cartons': [of.carton],
    admins: [1],
    'card-prints': of === foreign ? [prints.others, prints.moved] : [prints.pdf, prints.png],
  };
  return idsByResource[resource] ?? null;
}

/** Ids relevant for this resource; for other resources every id is tried. */
const idsFor = (path: string, of: Planted): number[] => ownIdsFor(path, of) ?? [...new Set(Object.values(of))];

const days = 'from=2026-01-01&to=2027-12-31';
/** Those that are sent with ids of other resources, too. */
const plainQueries = ['', `?${days}&by=agency&reason=look&platform=x`];
const queries = [
  ...plainQueries,
  `?where[_keyword]=${searchTerm}`,
  '?reason=look',
  `?keyword=${searchTerm}&q=${searchTerm}&text=${searchTerm}`,
];

/** A value for every field, so that a write fails on scope and not on an empty form. */
function bodyFor(route: Route, ids: readonly number[]): Record<string, unknown> {
  const shared = {
    ids,
    id: ids[0],
    reason: '越权',
    remark: '越权',
    amount: 1,
    status: 2,
    to_id: foreign.cousin,
    to_code: `${marker}2`,
    unlimited: 1,
    mobile_phone: '13900009999',
    accept: true,
    text: searchTerm,
    keyword: searchTerm,
    real_name: '张越',
    is_auth: 2,
    course_ids: [foreign.course],
    name: '越权',
    parent_id: foreign.agency,
    agency_id: foreign.agency,
    member_id: foreign.member,
    batch_id: foreign.batch,
    card_id: foreign.card,
    product_id: foreign.product,
    quantity: 1,
    prefix: 'YQ',
    action: 'void-batch',
    redeem_end_at: '2031-01-01T00:00:00Z',
    version: undefined,
    user_id: foreign.user,
    username: `yuequan${randomUUID().slice(0, 8)}`,
    code: route.contract.path.includes('carton') ? `${marker}${foreign.batch}` : `YQ${randomUUID().slice(0, 8)}`,
    password: 'Yuequan2026',
    category: 'system',
    title: '越权',
    content: '越权',
  };
  const name = route.contract.path.split('/')[3];
  const resource = resources.find((one) => one.name === route.contract.path.split('/')[2]);
  const fields = resource?.actions?.[name ?? '']?.fields ?? route.contract.body;
  if (Object.keys(fields).length === 0) return shared;
  const accepted = new Set([...Object.keys(fields), 'ids']);
  return Object.fromEntries(Object.entries(shared).filter(([key]) => accepted.has(key)));
}

/** A route may end the session or stop the agency; restores both before the next route. */
async function refreshAgent(): Promise<void> {
  await sql`update agencies set status = 1 where id = ${family.own} and status <> 1`.execute(app.ctx.db);
  await sql`update users set status = 1, must_change_password = false where id = ${agent.user_id}`.execute(app.ctx.db);
  agent = { ...(await app.person.user(agent.user_id)), admin_id: agent.admin_id };
}

type ScopeReply = Reply & { url: string; /** Whether the request was about the agency's own rows. */ is_own: boolean };

/** The URL for one id; files of a print have parts. */
const addressOf = (path: string, id: number): string => path.replace(':part', '1').replaceAll(/:\w+/g, String(id));

async function read(route: Route, of: Planted, { every = true } = {}): Promise<ScopeReply[]> {
  const { path } = route.contract;
  const replies: ScopeReply[] = [];
  const isGuess = path.includes(':') && ownIdsFor(path, of) === null;
  for (const id of path.includes(':') ? idsFor(path, of) : [0]) {
    const url = addressOf(path, id);
    for (const query of every || !isGuess ? queries : plainQueries)
      replies.push({ ...(await app.http('GET', url + query, { as: agent })), url: url + query, is_own: of === mine });
  }
  return replies;
}

async function write(route: Route): Promise<ScopeReply[]> {
  const { method, path } = route.contract;
  const replies: ScopeReply[] = [];
  for (const of of [foreign, mine]) {
    for (const id of path.includes(':') ? idsFor(path, of) : [0]) {
      const url = addressOf(path, id);
      const body = bodyFor(route, idsFor(path, of));
      for (const more of [
        { dry_run: true },
        {},
        // A later page, which the dry run of the first one does not bind.
        { ids: undefined, matching: `where[_keyword]=${searchTerm}`, after_id: 1, max_id: 2 ** 31, marker: 'x' },
      ]) {
        replies.push({
          ...(await app.http(method, url, {
            as: agent,
            body: { ...body, ...more },
            headers: { 'x-idempotency-key': randomUUID() },
          })),
          url,
          is_own: of === mine,
        });
      }
    }
  }
  return replies;
}

/** Labels are added as their titles load. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value;

/** The text of a response of any type; null for types this suite cannot read. */
async function textOf({ text, raw, headers, body }: Reply): Promise<string | null> {
  const type = String(headers['content-type'] ?? '');
  if (type.includes('spreadsheetml'))
    return JSON.stringify((await readXlsx(new Uint8Array(raw))).sheets.map(({ rows }) => rows));
  if (type.includes('pdf')) return textOfPdf(raw);
  if (type.includes('zip')) return textOfZip(raw);
  if (type.includes('json')) return JSON.stringify(sorted(body));
  return raw.length === 0 || type.startsWith('text/') ? text : null;
}

const around = (text: string): string =>
  `…${text.slice(Math.max(0, text.indexOf(marker) - 120), text.indexOf(marker) + 40)}…`;

/** Successful responses that contain foreign data. Errors may repeat what was requested. */
async function findLeaks(route: Route, replies: readonly ScopeReply[]): Promise<string[]> {
  const leaks: string[] = [];
  for (const reply of replies.filter(({ status }) => status < 300)) {
    const text = await textOf(reply);
    if (text === null && reply.is_own && pictures.includes(nameOf(route))) continue;
    if (text === null)
      leaks.push(`${nameOf(route)} returns ${String(reply.headers['content-type'])}, which this suite cannot read`);
    else if (text.includes(marker)) leaks.push(`${nameOf(route)} (${reply.url}): ${around(text)}`);
  }
  return leaks;
}

const readable = (): Route[] =>
  routes().filter((route) => route.contract.method === 'GET' && !(nameOf(route) in exempt));

/** Reads every route; `every` query with ids of other resources, too. */
function testReads({ every }: { every: boolean }): void {
  it('reads nothing foreign on any route, in responses, sheets, labels and suggestions', async () => {
    const leaks: string[] = [];
    let answered = 0;
    for (const route of readable()) {
      await refreshAgent();
      // Without an id in its path a route gets the same requests for both.
      const hasId = route.contract.path.includes(':');
      const replies = [
        ...(hasId ? await read(route, foreign, { every }) : []),
        ...(await read(route, mine, { every })),
      ];
      if (route.guard === 'admin') expect(replies[0]?.status, nameOf(route)).not.toBe(401);
      answered += replies.filter(({ status }) => status < 300).length;
      leaks.push(...(await findLeaks(route, replies)));
    }
    expect(answered).toBeGreaterThan(300);
    expect([...new Set(leaks)]).toEqual([]);
  });
}

/** Every route: what it returns, changes and gives away. */
export function testRoutes(): void {
  useAgency();
  testReads({ every: false });

  it('is tested on every running route', () => {
    const covered = new Set(routes().map(nameOf));
    const running = runningRoutes();
    expect(running.length).toBeGreaterThan(400);
    const shapes = new Set([...covered].map(shapeOf));
    const others = [...new Set([...notices, ...pluginRoutes].map(shapeOf))];
    expect(running.filter((name) => !shapes.has(name)).toSorted()).toEqual(others.toSorted());
    expect([...shapes].filter((name) => !running.includes(name))).toEqual([]);
    expect(adminRoutes().every(({ permission }) => permission === anyAdmin || permission?.startsWith('admin.'))).toBe(
      true,
    );
    expect([...Object.keys({ ...exempt, ...restless }), ...pictures].filter((name) => !covered.has(name))).toEqual([]);
  });

  it('sees its own rows, so that empty results below are due to scope', async () => {
    for (const name of [
      'cards',
      'members',
      'card-batches',
      'card-num-logs',
      'agencies',
      'learning-records',
      'card-approvals',
      'pay-orders',
      'card-cartons',
    ]) {
      const { text } = await app.http('GET', `/admin/${name}/list`, { as: agent });
      expect(text, name).toContain(ownMarker);
    }
    const sheet = await app.http('GET', '/admin/cards/export.xlsx', { as: agent });
    expect(await textOf(sheet)).toContain(`${ownMarker}0001`);
  });

  it('gets files of its own cards only, whoever ordered them', async () => {
    await refreshAgent();
    const file = (id: number) => app.http('GET', `/admin/card-prints/${id}/files/1`, { as: agent });
    const pdf = await file(prints.pdf);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const content = (await textOf(pdf)) ?? '';
    expect([
      content.includes(`${ownMarker}0001`),
      content.includes('/home/cards/use-card?code='),
      content.includes(marker),
    ]).toEqual([true, true, false]);
    for (const id of [prints.moved, prints.others]) expect((await file(id)).status).toBe(404);
    // Pictures cannot be searched: each one must equal, pixel by pixel, that of a card of the agency.
    const archive = await file(prints.png);
    expect(archive.headers['content-type']).toBe('application/zip');
    const pictures = await entriesOf(archive.raw);
    expect(pictures.map(({ name }) => name).toSorted()).toEqual([
      `${ownMarker}0001-back.png`,
      `${ownMarker}0001-front.png`,
    ]);
    for (const { name, bytes } of pictures) {
      const picture = await app.http('POST', `/admin/cards/${mine.card}/picture`, {
        as: agent,
        body: { side: name.includes('back') ? 'back' : 'front', reason: '核对' },
      });
      expect(bytes.equals(picture.raw), name).toBe(true);
    }
  });

  it('packs only its own cards, and sees no foreign package', async () => {
    await refreshAgent();
    const packed = await app.http('POST', `/admin/card-batches/${mine.batch}/package`, {
      as: agent,
      body: { reason: '交给印刷厂' },
    });
    const archive = await app.http('POST', `/open/card-packages/${packed.body.url.split('/').at(-1)}`);
    const content = (await textOf(archive)) + (await textInZip(archive.raw, packed.body.password));
    expect([content.includes(`${ownMarker}0001`), content.includes(marker)]).toEqual([true, false]);
    expect(
      (await app.http('POST', `/admin/card-batches/${foreign.batch}/package`, { as: agent, body: { reason: '越权' } }))
        .status,
    ).toBe(404);
  });

  it('this suite would find foreign data in a PDF and in an archive', async () => {
    const school = await app.person.admin();
    const print = await app.ctx.db
      .selectFrom('card_prints')
      .select(['id', 'created_by'])
      .where('id', '=', prints.others)
      .executeTakeFirstOrThrow();
    const file = await app.http('GET', `/admin/card-prints/${print.id}/files/1`, {
      as: await app.person.user(print.created_by),
    });
    expect(await textOf(file)).toContain(marker);
    const packed = await app.http('POST', `/admin/card-batches/${foreign.batch}/package`, {
      as: school,
      body: { reason: '交给印刷厂' },
    });
    const archive = await app.http('POST', `/open/card-packages/${packed.body.url.split('/').at(-1)}`);
    expect((await textOf(archive)) + (await textInZip(archive.raw, packed.body.password))).toContain(marker);
  });

  it('changes nothing foreign on any route, and learns nothing about it', async () => {
    const changed: string[] = [];
    const writing = adminRoutes().filter(({ contract }) => contract.method !== 'GET');
    expect(writing.length).toBeGreaterThan(40);
    let last = await foreignRows();
    for (const route of writing.filter((one) => !(nameOf(one) in exempt))) {
      await refreshAgent();
      changed.push(...(await findLeaks(route, await write(route))));
      const now = await foreignRows();
      if (now !== last)
        changed.push(
          `${nameOf(route)} changed: ${now
            .split('\n')
            .filter((line) => !last.includes(line))
            .map((line) => line.slice(0, 200))
            .join(' | ')}`,
        );
      last = now;
    }
    expect(changed).toEqual([]);
  });

  it('cannot look up anybody else', async () => {
    await refreshAgent();
    for (const { name } of resources) {
      const { status, text } = await app.http(
        'GET',
        `/admin/${name}/options?keyword=${searchTerm}&where[_keyword]=${searchTerm}&ids[]=${foreign.agency}`,
        { as: agent },
      );
      if (status < 300) expect(text, name).not.toContain(marker);
    }
  });
}

/** Every route with every query, and twice while others get more rows in between. */
export function testCounts(): void {
  useAgency();
  testReads({ every: true });

  it.each([
    ['lists, pages and statistics', false],
    ['exports and sheets, which are logged', true],
  ])(
    'gets the same from %s, however many rows others have',
    async (_name, isLogged) => {
      const compared = readable().filter(
        (route) =>
          route.guard === 'admin' &&
          !(nameOf(route) in restless) &&
          /export|secrets|print/.test(route.contract.path) === isLogged,
      );
      expect(compared.length).toBeGreaterThan(isLogged ? 20 : 80);
      const readText = async (route: Route): Promise<string> => {
        const replies = (await read(route, mine)).filter(({ status }) => status < 300);
        return (await Promise.all(replies.map(textOf))).join('\n');
      };
      const readAll = async (): Promise<Map<string, string>> => {
        const texts = new Map<string, string>();
        for (const route of compared) texts.set(nameOf(route), await readText(route));
        return texts;
      };
      const differing = (one: Map<string, string>, other: Map<string, string>): string[] =>
        [...one.keys()].filter((name) => one.get(name) !== other.get(name));
      await refreshAgent();
      const [before, again] = [await readAll(), await readAll()];
      expect(differing(before, again), 'without anything happening').toEqual([]);
      for (let round = 0; round < 3; round += 1)
        await plantForeign(app.ctx, { parent: family.parent, product: foreign.product });
      expect(differing(before, await readAll()), 'after others got more').toEqual([]);
    },
    240_000,
  );
}
