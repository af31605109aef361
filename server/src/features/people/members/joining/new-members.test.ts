import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { productType } from '@kaike/shared/domain/commerce/product-status';
import { startTestApp, type AdminPerson, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';
import { addJob } from '../../../../core/job.ts';
import { buildAgency, buildCourse, buildProduct, makeMobile } from '../../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const password = 'a-good-password-1';
const create = (body: Record<string, unknown>, as: Person = admin, key?: string): Promise<Reply> =>
  app.http('POST', '/admin/members', {
    as,
    body: { name: '李小红', ...body },
    ...(key ? { headers: { 'x-idempotency-key': key } } : {}),
  });
const importRows = (run: string, datas: unknown[], as: Person = admin): Promise<Reply> =>
  app.http('POST', '/admin/members/import', {
    as,
    body: { datas, run },
    headers: { 'x-idempotency-key': `${run}-0` },
  });
const linksOf = (ids: number[], as: Person = admin): Promise<Reply> =>
  app.http('POST', '/admin/members/first-logins', { as, body: { ids } });
const linksMatching = (matching: string, more: object = {}): Promise<Reply> =>
  app.http('POST', '/admin/members/first-logins', { as: admin, body: { matching, ...more } });
const tokenOf = (link: string): string => link.split('/').at(-1) ?? '';
const enter = (token: string, more: object = {}): Promise<Reply> =>
  app.http('POST', `/open/first-login/${token}`, {
    body: { password, password_confirmation: password, agree: true, ...more },
  });
const rowOf = (id: number) =>
  app.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const accessOf = (id: number) =>
  app.ctx.db
    .selectFrom('entitlements')
    .select(['course_id', 'source_type', 'revoked_at'])
    .where('member_id', '=', id)
    .execute();
const quotaOf = async (id: number) =>
  (await app.ctx.db.selectFrom('agencies').select('card_num').where('id', '=', id).executeTakeFirstOrThrow()).card_num;
const agencyPerson = (agencyId: number): Promise<AdminPerson> =>
  app.person.adminWith(
    ['list', 'show', 'create', 'import', 'first-login'].map((name) => `admin.members.${name}`),
    { data_scope: 'own_agency', agency_id: agencyId },
  );
async function product(columns: Parameters<typeof buildProduct>[1] = {}) {
  const { course } = await buildCourse(app.ctx);
  return { course, product: await buildProduct(app.ctx, { course_ids: [course.id], ...columns }) };
}

const secondsOf = (id: number) =>
  app.ctx.db
    .selectFrom('ai_second_logs')
    .select(['type', 'delta', 'ref_type', 'operator_id'])
    .where('member_id', '=', id)
    .orderBy('id')
    .execute();

describe('a learner entered by the back office', () => {
  it('has the products, and comes in by a link that works once', async () => {
    const { course, product: opened } = await product();
    const mobile = makeMobile();
    const { status, body } = await create({ mobile_phone: mobile, tags: ['三月班'], product_ids: [opened.id] });
    expect(status).toBe(201);
    expect(await rowOf(body.id)).toMatchObject({ source: 'admin', tags: ['三月班'], activated_at: expect.any(Date) });
    expect(await accessOf(body.id)).toEqual([{ course_id: course.id, source_type: 'admin', revoked_at: null }]);
    const { data } = (await linksOf([body.id])).body;
    expect(data).toMatchObject([{ id: body.id, name: '李小红', login: mobile }]);
    const token = tokenOf(data[0].link);
    expect((await app.http('GET', `/open/first-login/${token}`)).body.person).toEqual({
      name: '李小红',
      login: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    });
    expect(Object.keys((await enter(token, { agree: false })).body.errors)).toEqual(['agree']);
    const replies = await Promise.all([enter(token), enter(token), enter(token)]);
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409, 409]);
    expect((await app.http('POST', '/open/login', { body: { username: mobile, password } })).status).toBe(200);
    expect((await app.http('GET', `/open/first-login/${token}`)).body.person).toBeNull();
    expect((await linksOf([body.id])).body.data).toEqual([]);
    const logs = await app.ctx.db
      .selectFrom('logs')
      .select(['action', 'before', 'after', 'request'])
      .where('resource', '=', 'members')
      .where('record_id', '=', String(body.id))
      .execute();
    expect(logs.map(({ action }) => action)).toEqual(['create', 'first-login']);
    expect(JSON.stringify(logs)).not.toContain(mobile);
    expect(JSON.stringify(logs)).not.toContain(token);
  });

  it('gets a new link only while nobody has used the account, and the old one stops working', async () => {
    const { id } = (await create({ email: 'Wang.Wu@example.com' })).body;
    const first = tokenOf((await linksOf([id])).body.data[0].link);
    const second = tokenOf((await linksOf([id])).body.data[0].link);
    expect((await enter(first)).body.code).toBe('first_login.over');
    app.clock.advance(15 * 86_400_000);
    expect((await enter(second)).body.code).toBe('first_login.over');
    const third = tokenOf((await linksOf([id])).body.data[0].link);
    expect((await enter(third)).status).toBe(200);
    const other = await app.person.member();
    expect((await linksOf([other.member_id])).body.data).toEqual([]);
    const hired = (await create({ mobile_phone: makeMobile() })).body.id;
    const token = tokenOf((await linksOf([hired])).body.data[0].link);
    await app.ctx.db
      .insertInto('admins')
      .values({ user_id: (await rowOf(hired)).user_id })
      .execute();
    expect((await linksOf([hired])).body.data).toEqual([]);
    expect((await enter(token)).body.code).toBe('first_login.over');
    const clerk = await app.person.adminWith(['admin.members.list', 'admin.members.create']);
    expect((await linksOf([id], clerk)).status).toBe(403);
  });

  it('gets a link with everybody who matches the filters of the list and has not come, page by page', async () => {
    const marked = async () => (await create({ mobile_phone: makeMobile(), tags: ['链接班'] })).body.id as number;
    const ids = [await marked(), await marked(), await marked()];
    await create({ mobile_phone: makeMobile(), tags: ['别的班'] });
    await enter(tokenOf((await linksOf([ids[1] ?? 0])).body.data[0].link));
    const linked = async (more?: object) => {
      const { data, next_before: next } = (await linksMatching('where[tags][]=链接班', more)).body;
      return [data.map((row: { id: number }) => row.id), next];
    };
    expect(await linked()).toEqual([[ids[2], ids[0]], null]);
    expect(await linked({ before: ids[2] })).toEqual([[ids[0]], null]);
    expect((await linksMatching('where[nothing]=1')).status).toBe(422);
    expect((await linksMatching('all')).body.data.length).toBeGreaterThan(2);
    expect((await linksMatching('')).status).toBe(422);
    expect((await linksMatching('all', { ids })).status).toBe(422);
  });

  it('needs a number or a mailbox that nobody has', async () => {
    expect(Object.keys((await create({})).body.errors)).toEqual(['mobile_phone']);
    const mobile = makeMobile();
    await create({ mobile_phone: mobile });
    expect((await create({ mobile_phone: mobile })).body).toMatchObject({
      code: 'user.mobile_taken',
      // Not the advice to log in, which is for the learner.
      errors: { mobile_phone: ['该手机号已有账号，不能重复添加。'] },
    });
  });

  it('tells an agency of few numbers that others use, so that it cannot try out a list; its own do not count', async () => {
    const agent = await agencyPerson((await buildAgency(app.ctx)).id);
    const [foreign, own] = [makeMobile(), makeMobile()];
    await create({ mobile_phone: foreign });
    await create({ mobile_phone: own }, agent);
    const send = async (mobile: string, as = agent) => (await create({ mobile_phone: mobile }, as)).body.code;
    for (let time = 0; time < 40; time += 1) expect(await send(foreign)).toBe('user.mobile_taken');
    expect([await send(foreign), await send(own), await send(foreign, admin)]).toEqual([
      'member.too_many_taken',
      'user.mobile_taken',
      'user.mobile_taken',
    ]);
    expect((await create({ mobile_phone: makeMobile() }, agent)).status).toBe(201);
  });

  it('gets one message by mail or SMS, also when the creation is retried', async () => {
    const email = 'zhao.liu@example.com';
    const [one, two] = [
      await create({ email, send_welcome: true }, admin, 'create-learner-1'),
      await create({ email, send_welcome: true }, admin, 'create-learner-1'),
    ];
    expect(two.body.id).toBe(one.body.id);
    await app.runJobs();
    // A job may run twice.
    const payload = { member_id: one.body.id, origin: 'http://school.test', locale: 'zh-CN' as const };
    await addJob(app.ctx.db, 'welcome_member', payload);
    await app.runJobs();
    const mails = app.sent.mail.filter(({ to }) => to === email);
    expect(mails).toHaveLength(1);
    const token = /first-login\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect((await app.http('GET', `/admin/members/${one.body.id}`, { as: admin })).body.row.first_login).toBe(3);
    expect((await enter(token)).status).toBe(200);
    const mobile = makeMobile();
    await create({ mobile_phone: mobile, send_welcome: true });
    await app.runJobs();
    expect(app.sent.sms.filter(({ to }) => to === mobile)).toMatchObject([{ purpose: 'notice' }]);
  });

  it('of an agency belongs to it, and costs its quota like a card', async () => {
    const { product: opened } = await product();
    const agency = await buildAgency(app.ctx, { card_num: 1, product_ids: [opened.id] });
    const other = await buildAgency(app.ctx);
    const agent = await agencyPerson(agency.id);
    const { body } = await create({ mobile_phone: makeMobile(), product_ids: [opened.id] }, agent);
    expect(await rowOf(body.id)).toMatchObject({ agency_id: agency.id });
    expect(await quotaOf(agency.id)).toBe(0);
    const short = await create({ mobile_phone: makeMobile(), product_ids: [opened.id] }, agent);
    expect(short.body.code).toBe('agency.quota_short');
    const { product: foreign } = await product();
    const denied = await create({ mobile_phone: makeMobile(), product_ids: [foreign.id] }, agent);
    expect(denied.body.code).toBe('agency.product_denied');
    expect((await create({ mobile_phone: makeMobile(), agency_id: other.id }, agent)).status).toBe(403);
    const free = await create({ mobile_phone: makeMobile(), agency_id: other.id, product_ids: [foreign.id] });
    expect(await rowOf(free.body.id)).toMatchObject({ agency_id: other.id });
    expect(await quotaOf(other.id)).toBe(1000);
  });
});

describe('an import of learners', () => {
  it('reports wrong rows, sends one message to each, and is undone with its quota', async () => {
    const { product: opened } = await product({ type: productType.both, ai_seconds: 600 });
    const agency = await buildAgency(app.ctx, { card_num: 5 });
    const agent = await agencyPerson(agency.id);
    const [one, two, taken] = [makeMobile(), makeMobile(), makeMobile()];
    await create({ mobile_phone: taken });
    const rows = [
      { name: '甲', mobile_phone: one, product_ids: opened.title, send_welcome: '是' },
      { name: '乙', mobile_phone: two, product_ids: opened.title },
      { name: '丙', mobile_phone: taken },
      { name: '丁', mobile_phone: '123' },
      { name: '戊' },
    ];
    const preview = await app.http('POST', '/admin/members/import-preview', { as: agent, body: { datas: rows } });
    expect(preview.body.rows.map((row: { state: string }) => row.state)).toEqual([
      'new',
      'new',
      'wrong',
      'wrong',
      'wrong',
    ]);
    expect(preview.body.rows[2]).toMatchObject({ fields: ['mobile_phone'] });
    expect(await quotaOf(agency.id)).toBe(5);
    const response = await importRows('learners-0001', rows, agent);
    expect(response.body).toMatchObject({ created: 2, success: 2 });
    expect(response.body.errors).toHaveLength(3);
    expect((await importRows('learners-0001', rows, agent)).body.import_id).toBe(response.body.import_id);
    await app.runJobs();
    expect(app.sent.sms.filter(({ to }) => to === one)).toHaveLength(1);
    expect(app.sent.sms.filter(({ to }) => to === two)).toHaveLength(0);
    expect(await quotaOf(agency.id)).toBe(3);
    const people = await app.ctx.db
      .selectFrom('members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.id', 'm.source', 'm.agency_id', 'u.mobile_phone'])
      .where('u.mobile_phone', 'in', [one, two])
      .orderBy('m.id')
      .execute();
    expect(people).toMatchObject([
      { source: 'import', agency_id: agency.id },
      { source: 'import', agency_id: agency.id },
    ]);
    const [arrived, absent] = people.map(({ id }) => id);
    const [row] = (await linksOf([arrived ?? 0], agent)).body.data;
    expect(row.login).toBe(`${one.slice(0, 3)}****${one.slice(-4)}`);
    await enter(tokenOf(row.link));
    const undone = await app.http('POST', `/admin/imports/${response.body.import_id}/undo`, { as: agent, body: {} });
    expect(undone.body).toMatchObject({ undone: 1, failed: [{ id: arrived, code: 'member.arrived' }], left: 0 });
    expect(await quotaOf(agency.id)).toBe(4);
    expect((await accessOf(absent ?? 0)).every(({ revoked_at: at }) => at !== null)).toBe(true);
    const by = { type: secondsType.admin, operator_id: agent.user_id };
    expect(await secondsOf(absent ?? 0)).toEqual([
      { ...by, delta: 600, ref_type: 'entitlement' },
      { ...by, delta: -600, ref_type: 'member' },
    ]);
    expect(await secondsOf(arrived ?? 0)).toHaveLength(1);
    // The number is free for a corrected sheet.
    expect((await importRows('learners-0002', [{ name: '乙', mobile_phone: two }], agent)).body.created).toBe(1);
  });
});
