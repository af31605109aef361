import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let owner: AdminPerson;
let colleague: AdminPerson;
let stranger: AdminPerson;
let role: number;

beforeAll(async () => {
  app = await startTestApp();
  [owner, stranger] = [
    await app.person.adminWith(['admin.members.list', 'admin.cards.list']),
    await app.person.adminWith(['admin.members.list']),
  ];
  colleague = await app.person.adminWith(['admin.members.list']);
  role =
    (
      await sql<{ role_id: number }>`select role_id from admin_role where admin_id = ${owner.admin_id}`.execute(
        app.ctx.db,
      )
    ).rows[0]?.role_id ?? 0;
  await sql`insert into admin_role (admin_id, role_id) values (${colleague.admin_id}, ${role})`.execute(app.ctx.db);
});
afterAll(() => app.close());

const path = '/admin/saved-views';
const look = (as: AdminPerson, resource = 'members') => app.http('GET', path, { as, query: { resource } });
const create = (body: object, as = owner) =>
  app.http('POST', path, {
    as,
    body: { resource: 'members', name: '本月新学员', query: 'where[status][]=1&order[created_at]=desc', ...body },
  });

describe('saved views', () => {
  it('keeps filters, sort and columns; columns the list does not have are dropped', async () => {
    const answer = await create({
      layout: {
        order: ['remark', 'no_such_column'],
        hidden: ['tags'],
        widths: { remark: 99999 },
        pins: { member_no: 'left' },
        density: 'small',
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.view).toMatchObject({
      name: '本月新学员',
      is_mine: true,
      role_id: null,
      query: 'where[status][]=1&order[created_at]=desc',
    });
    expect(answer.body.view.layout).toMatchObject({
      hidden: ['tags'],
      widths: { remark: 800 },
      pins: { member_no: 'left' },
      density: 'small',
    });
    expect(answer.body.view.layout.order[0]).toBe('remark');
    expect(answer.body.view.layout.order).not.toContain('no_such_column');
    expect((await look(owner)).body.views).toHaveLength(1);
    expect((await look(owner, 'cards')).body.views).toEqual([]);
  });

  it('refuses filters the list does not offer, a second view of that name, and lists the person may not open', async () => {
    expect((await create({ name: '坏', query: 'where[password]=1' })).status).toBe(422);
    expect((await create({})).status).toBe(409);
    expect((await create({ name: '' })).status).toBe(422);
    expect((await create({ resource: 'cards' }, stranger)).status).toBe(403);
    expect((await look(stranger, 'cards')).status).toBe(403);
    expect((await look(owner, 'no-such-list')).status).toBe(404);
    expect(
      (await app.http('GET', path, { as: await app.person.visitor(), query: { resource: 'members' } })).status,
    ).toBe(401);
  });

  it('is seen by holders of the role it is shared with, and changed by its owner alone', async () => {
    const { view } = (await create({ name: '共享', role_id: role })).body;
    expect((await look(colleague)).body.views).toMatchObject([{ id: view.id, is_mine: false, role_id: role }]);
    expect((await look(stranger)).body.views).toEqual([]);
    const change = (as: AdminPerson, version: number) =>
      app.http('PUT', `${path}/${view.id}`, { as, body: { name: '改名', query: view.query, role_id: role, version } });
    expect((await change(colleague, 1)).status).toBe(403);
    expect((await change(stranger, 1)).status).toBe(404);
    expect((await app.http('DELETE', `${path}/${view.id}`, { as: colleague })).status).toBe(403);
    expect((await change(owner, 1)).body.view).toMatchObject({ name: '改名', version: 2 });
    const stale = await change(owner, 1);
    expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([409, 'record.stale', 2]);
  });

  it('is shared with a role of the person only; the super administrator may choose any', async () => {
    const [foreign] = (
      await sql<{ role_id: number }>`select role_id from admin_role where admin_id = ${stranger.admin_id}`.execute(
        app.ctx.db,
      )
    ).rows;
    expect((await create({ name: '越权', role_id: foreign?.role_id })).status).toBe(403);
    const admin = await app.person.admin();
    expect((await create({ name: '全校', role_id: foreign?.role_id }, admin)).status).toBe(201);
    expect((await look(stranger)).body.views).toMatchObject([{ name: '全校', is_mine: false }]);
  });

  it('keeps the look of the list and the default view apart, for each person', async () => {
    const { view } = (await create({ name: '默认用' })).body;
    const save = (body: object, as = owner) =>
      app.http('PUT', `${path}/look`, { as, body: { resource: 'members', ...body } });
    await save({ layout: { hidden: ['remark'] } });
    await save({ default_view_id: view.id });
    expect((await look(owner)).body).toMatchObject({ layout: { hidden: ['remark'] }, default_view_id: view.id });
    expect((await look(stranger)).body).toMatchObject({ layout: null, default_view_id: null });
    expect((await save({ default_view_id: view.id }, stranger)).status).toBe(404);
    await save({ layout: null });
    expect((await look(owner)).body).toMatchObject({ layout: null, default_view_id: view.id });
    await app.http('DELETE', `${path}/${view.id}`, { as: owner });
    expect((await look(owner)).body.default_view_id).toBeNull();
  });

  it('makes one view when a creation is sent twice', async () => {
    const send = () =>
      app.http('POST', path, {
        as: stranger,
        body: { resource: 'members', name: '重试', query: '' },
        headers: { 'x-idempotency-key': 'view-retry-01' },
      });
    const [first, again] = [await send(), await send()];
    expect(again.body.view.id).toBe(first.body.view.id);
  });
});
