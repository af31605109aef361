import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import { buildBatch, buildCard, buildMember, buildSubject, buildTeacher, buildUser } from '../../../test/factories.ts';
import { countRows } from '../../../test/bulk/count-rows.ts';
import { bulkPageRows } from './bulk-target.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

type Page = { after_id: number; done: boolean };

/** Runs all pages of a bulk write, as the browser does. */
async function walk(method: string, path: string, body: Record<string, unknown>) {
  const totals = { changed: 0, failed: [] as { id: number; code: string; title: string }[], pages: 0 };
  let page: Page = { after_id: 0, done: false };
  while (!page.done) {
    const answer = await app.http(method, path, { as: admin, body: { ...body, after_id: page.after_id } });
    expect(answer.status).toBe(200);
    totals.changed += answer.body.changed ?? answer.body.deleted;
    totals.failed.push(...answer.body.failed);
    totals.pages += 1;
    page = answer.body.page;
  }
  return totals;
}

describe('a bulk write on everything that matches', () => {
  it('has a dry run with the number of rows and for how many it is offered, which changes nothing', async () => {
    const batch = await buildBatch(app.ctx);
    const stock = await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock });
    const used = await buildCard(app.ctx, {
      batch_id: batch.id,
      state: cardState.activated,
      activated_at: app.ctx.clock(),
    });
    await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock, frozen_at: app.ctx.clock() });
    const dryRun = (action: string, body: object) =>
      app.http('PUT', `/admin/cards/${action}`, { as: admin, body: { dry_run: true, ...body } });
    const matching = `where[batch_id]=${batch.id}`;
    expect((await dryRun('issue', { matching })).body).toMatchObject({ count: 3, offered: 1 });
    expect((await dryRun('unfreeze', { matching })).body).toMatchObject({ count: 3, offered: 1 });
    expect((await dryRun('void', { matching })).body).toMatchObject({ count: 3, offered: 2 });
    expect((await dryRun('remark', { matching })).body).toMatchObject({ count: 3, offered: 3 });
    expect((await dryRun('issue', { ids: [stock.id, used.id] })).body).toMatchObject({ count: 2, offered: 1 });
    const { body } = await app.http('GET', `/admin/cards/${stock.id}`, { as: admin });
    expect(body.row.state).toBe(cardState.stock);
  });

  it('processes everything in pages, each row once, and reports each refused row with its reason', async () => {
    const batch = await buildBatch(app.ctx);
    const used = await buildCard(app.ctx, {
      batch_id: batch.id,
      state: cardState.activated,
      activated_at: app.ctx.clock(),
    });
    const count = bulkPageRows + 5;
    for (let index = 0; index < count; index += 1)
      await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock });
    const target = await countRows(app, `where[batch_id]=${batch.id}`, { as: admin, path: '/admin/cards/issue' });
    const late = await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock });
    const totals = await walk('PUT', '/admin/cards/issue', target);
    expect(totals).toMatchObject({
      changed: count,
      pages: 2,
      failed: [{ id: used.id, title: used.card_no, code: 'card.already_used' }],
    });
    // Rows added after the dry run are not included.
    expect((await app.http('GET', `/admin/cards/${late.id}`, { as: admin })).body.row.state).toBe(cardState.stock);
  });

  it('keeps to the filter although the write takes rows out of it, and a retried page changes nothing more', async () => {
    const batch = await buildBatch(app.ctx);
    for (let index = 0; index < 3; index += 1) await buildCard(app.ctx, { batch_id: batch.id, state: cardState.stock });
    const matching = `where[batch_id]=${batch.id}&where[state][]=${cardState.stock}`;
    const target = await countRows(app, matching, { as: admin, path: '/admin/cards/void' });
    const send = () =>
      app.http('PUT', '/admin/cards/void', {
        as: admin,
        body: { ...target, reason: '印错了' },
        headers: { 'x-idempotency-key': 'bulk-page-0001' },
      });
    const [first, again] = [await send(), await send()];
    expect(first.body).toMatchObject({ changed: 3, page: { done: true } });
    expect(again.body).toMatchObject({ changed: 3, page: { done: true } });
    const { rows } = await app.ctx.pool.query(
      `select count(*)::int as count from logs where resource = 'cards' and action = 'void' and record_title in (select card_no from cards where batch_id = ${batch.id})`,
    );
    expect(rows[0].count).toBe(3);
  });

  it('deletes what matches and returns the deleted ids for an undo', async () => {
    const teachers = [await buildTeacher(app.ctx, { name: '批量甲' }), await buildTeacher(app.ctx, { name: '批量乙' })];
    const matching = 'where[_keyword]=批量';
    const { body } = await app.http('DELETE', '/admin/teachers', { as: admin, body: { matching, dry_run: true } });
    expect(body.count).toBe(2);
    const answer = await app.http('DELETE', '/admin/teachers', {
      as: admin,
      body: { matching, max_id: body.max_id, marker: body.marker },
    });
    expect(answer.body).toMatchObject({ deleted: 2, ids: teachers.map(({ id }) => id), page: { done: true } });
    await app.http('POST', '/admin/teachers/restore', { as: admin, body: { ids: answer.body.ids } });
    expect((await app.http('GET', `/admin/teachers/list?${matching}`, { as: admin })).body.total).toBe(2);
  });

  it('leaves out the rows that were excepted, in the count and in the write, and refuses what is no id', async () => {
    const teachers = await Promise.all(
      ['甲', '乙', '丙'].map((name) => buildTeacher(app.ctx, { name: `除外${name}` })),
    );
    const [second, ...others] = teachers.map(({ id }) => id).toSorted((a, b) => b - a);
    const matching = `where[_keyword]=除外&except=${others.join(',')}`;
    const { body } = await app.http('DELETE', '/admin/teachers', { as: admin, body: { matching, dry_run: true } });
    expect(body).toMatchObject({ count: 1, max_id: second });
    const answer = await app.http('DELETE', '/admin/teachers', {
      as: admin,
      body: { matching, max_id: body.max_id, marker: body.marker },
    });
    expect(answer.body).toMatchObject({ deleted: 1, ids: [second] });
    for (const except of ['', '1,x', '-1']) {
      const wrong = { matching: `all&except=${except}`, dry_run: true };
      expect((await app.http('DELETE', '/admin/teachers', { as: admin, body: wrong })).status).toBe(422);
    }
    const leftOut = (count: number) => ({
      matching: `all&except=${Array.from({ length: count }, (_, index) => index + 1).join(',')}`,
      dry_run: true,
    });
    expect((await app.http('DELETE', '/admin/teachers', { as: admin, body: leftOut(1000) })).status).toBe(200);
    const refused = await app.http('DELETE', '/admin/teachers', { as: admin, body: leftOut(1001) });
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'list.too_many_left_out' }]);
    expect(refused.body.message).toMatch(/1,?000.*筛选/);
  });

  it('stays inside the scope and the permissions of the caller', async () => {
    const agency = await app.ctx.db
      .insertInto('agencies')
      .values({ code: 'BULK1', name: '批量代理' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [mine, foreign] = [await app.person.member({ agency_id: agency.id }), await app.person.member()];
    const agent = await app.person.adminWith(['admin.members.list', 'admin.members.remark'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    const body = { matching: 'all', remark: '批量备注' };
    const preview = await app.http('PUT', '/admin/members/remark', { as: agent, body: { ...body, dry_run: true } });
    expect(preview.body.count).toBe(1);
    const { max_id, marker } = preview.body;
    await app.http('PUT', '/admin/members/remark', { as: agent, body: { ...body, max_id, marker } });
    const remarks = await app.ctx.db
      .selectFrom('members')
      .select(['id', 'remark'])
      .where('id', 'in', [mine.member_id, foreign.member_id])
      .orderBy('id')
      .execute();
    expect(remarks.map((row) => row.remark)).toEqual(['批量备注', '']);
    expect(
      (await app.http('PUT', '/admin/members/grant', { as: agent, body: { matching: 'all', dry_run: true } })).status,
    ).not.toBe(200);
    const blind = await app.person.adminWith(['admin.members.list']);
    expect(
      (await app.http('PUT', '/admin/members/remark', { as: blind, body: { matching: 'all', dry_run: true } })).status,
    ).toBe(403);
  });

  it('refuses filters the list does not offer, and a request without `max_id`', async () => {
    const send = (body: object) =>
      app.http('PUT', '/admin/cards/remark', { as: admin, body: { remark: 'x', ...body } });
    expect((await send({ matching: 'where[secret_enc]=1', dry_run: true })).status).toBe(422);
    expect((await send({ matching: 'all' })).status).toBe(422);
    expect((await send({})).status).toBe(422);
  });
});

describe('an inline edit by an action', () => {
  it('refuses a version that is not the current one', async () => {
    const subject = await buildSubject(app.ctx);
    const edit = (version: number, status: number) =>
      app.http('PUT', '/admin/subjects/change-status', { as: admin, body: { ids: [subject.id], status, version } });
    expect((await edit(subject.version, 0)).body.changed).toBe(1);
    const stale = await edit(subject.version, 1);
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: 'record.stale', current: { id: subject.id, status: 0 } });
  });
});

describe('where[field][below]', () => {
  it('finds rows of a tree node and of those below it', async () => {
    const top = await app.http('POST', '/admin/subjects', { as: admin, body: { name: '语言' } });
    const child = await app.http('POST', '/admin/subjects', {
      as: admin,
      body: { name: '英语口语', parent_id: top.body.id },
    });
    const make = (title: string, subject: number) =>
      app.http('POST', '/admin/courses', { as: admin, body: { title, subject_id: subject } });
    const [high, low] = [await make('总论', top.body.id), await make('口语入门', child.body.id)];
    const ids = async (query: string) =>
      (await app.http('GET', `/admin/courses/list?order[id]=asc&${query}`, { as: admin })).body.data.map(
        (row: { id: number }) => row.id,
      );
    expect(await ids(`where[subject_id][below]=${top.body.id}`)).toEqual([high.body.id, low.body.id]);
    expect(await ids(`where[subject_id][below]=${child.body.id}`)).toEqual([low.body.id]);
    expect(await ids(`where[subject_id]=${top.body.id}`)).toEqual([high.body.id]);
    expect((await app.http('GET', '/admin/courses/list?where[status][below]=1', { as: admin })).status).toBe(422);
    const roots = await app.http('GET', '/admin/subjects/options?parent_id=0', { as: admin });
    expect(roots.body.data).toContainEqual({ id: top.body.id, label: '语言', has_children: true });
    const below = await app.http('GET', `/admin/subjects/options?parent_id=${top.body.id}`, { as: admin });
    expect(below.body.data).toEqual([{ id: child.body.id, label: '英语口语', has_children: false }]);
  });
});

describe('text filters', () => {
  it('match a part, or the whole text where the definition says so', async () => {
    await app.http('POST', '/admin/subjects', { as: admin, body: { name: '整词' } });
    const total = async (path: string) => (await app.http('GET', path, { as: admin })).body.total;
    expect(await total('/admin/logs/list?where[action]=create')).toBeGreaterThan(0);
    expect(await total('/admin/logs/list?where[action]=creat')).toBe(0);
    const card = await buildCard(app.ctx, {});
    expect(await total(`/admin/cards/list?where[secret_last4]=${card.secret_last4.toLowerCase()}`)).toBe(1);
    expect(await total(`/admin/cards/list?where[secret_last4]=${card.secret_last4.slice(0, 3)}`)).toBe(0);
    await buildUser(app.ctx, { mobile_phone: '13612345678' }).then((user) =>
      buildMember(app.ctx, { user_id: user.id }),
    );
    expect(await total('/admin/members/list?where[mobile_phone]=361234567')).toBe(1);
  });
});
