import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionLifetimeMinutes } from '@kaike/shared/domain/constants';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../test/app.ts';
import { createSessions } from './sessions.ts';
import { buildCard, buildCourse, buildProduct } from '../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

/** Ends the connection for messages; the node opens another a moment later. */
const cutLine = (): Promise<unknown> =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'kaike-bus'`.execute(
    app.ctx.db,
  );
const statusOf = async (path: string, as: Person): Promise<number> => (await app.http('GET', path, { as })).status;

describe('the request right after a change sees no stale session, even when no message arrives:', () => {
  it('the first card', async () => {
    const member = await app.person.member({ activated: false });
    const card = await buildCard(app.ctx);
    expect(await statusOf('/home/courses', member)).toBe(403);
    await cutLine();
    expect(
      (
        await app.http('POST', '/home/cards/use-card', {
          as: member,
          body: { code: card.secret, mode: 'activate', request_id: randomUUID() },
        })
      ).status,
    ).toBe(200);
    expect(await statusOf('/home/courses', member)).toBe(200);
  });

  it('the first order', async () => {
    const member = await app.person.member({ activated: false });
    const { course } = await buildCourse(app.ctx);
    const product = await buildProduct(app.ctx, { sale_price: 0, course_ids: [course.id] });
    expect(await statusOf('/home/courses', member)).toBe(403);
    await cutLine();
    expect((await app.http('POST', '/home/pay-orders', { as: member, body: { product_id: product.id } })).status).toBe(
      201,
    );
    expect(await statusOf('/home/courses', member)).toBe(200);
  });

  it('permissions of a role, and roles of an administrator', async () => {
    const clerk = await app.person.adminWith(['admin.courses.list']);
    const { role_id: role } = await app.ctx.db
      .selectFrom('admin_role')
      .select('role_id')
      .where('admin_id', '=', clerk.admin_id)
      .executeTakeFirstOrThrow();
    expect([await statusOf('/admin/courses/list', clerk), await statusOf('/admin/members/list', clerk)]).toEqual([
      200, 403,
    ]);
    const { id: members } = await app.ctx.db
      .selectFrom('menus')
      .select('id')
      .where('key', '=', 'admin.members.list')
      .executeTakeFirstOrThrow();
    await cutLine();
    expect(
      (await app.http('PUT', `/admin/roles/${role}/permissions`, { as: admin, body: { permission_ids: [members] } }))
        .status,
    ).toBe(200);
    expect([await statusOf('/admin/courses/list', clerk), await statusOf('/admin/members/list', clerk)]).toEqual([
      403, 200,
    ]);
    const other = await app.person.adminWith(['admin.courses.list']);
    const { role_id: next } = await app.ctx.db
      .selectFrom('admin_role')
      .select('role_id')
      .where('admin_id', '=', other.admin_id)
      .executeTakeFirstOrThrow();
    expect(
      (await app.http('PUT', `/admin/admins/${clerk.admin_id}`, { as: admin, body: { role_ids: [next] } })).status,
    ).toBe(200);
    expect([await statusOf('/admin/courses/list', clerk), await statusOf('/admin/members/list', clerk)]).toEqual([
      200, 403,
    ]);
  });
});

describe('what is stored of the use of sessions', () => {
  const stored = async () =>
    (await app.ctx.db.selectFrom('user_sessions').select(['last_seen_at', 'expires_at']).orderBy('id').execute()).map(
      ({ last_seen_at: seen, expires_at: end }) => [seen, end],
    );

  it('is the last use of each, together, and no more than one a minute', async () => {
    const sessions = createSessions(app.ctx);
    await sql`delete from user_sessions`.execute(app.ctx.db);
    const first = app.clock.now();
    const device = { client_type: 'app', device_class: 'app', client_id: null, device_name: '', ip: null } as const;
    const opened = await Promise.all(
      [0, 1].map(async () => {
        const { user_id } = await app.person.member();
        return sessions.open(app.ctx.db, { ...device, user_id, remember: false, ends_at: null, keep: null });
      }),
    );
    await sql`delete from user_sessions where id <> all(${opened.map(({ id }) => id)}::bigint[])`.execute(app.ctx.db);
    const use = async () => {
      for (const { token } of opened) expect(await sessions.find(token, null)).not.toBeNull();
      await sessions.flush();
    };
    app.clock.advance(59_000);
    await use();
    expect((await stored()).map(([seen]) => seen)).toEqual([first, first]);
    app.clock.advance(1000);
    await use();
    const minuteLater = new Date(first.getTime() + 60_000);
    const end = new Date(minuteLater.getTime() + sessionLifetimeMinutes * 60_000);
    expect(await stored()).toEqual([
      [minuteLater, end],
      [minuteLater, end],
    ]);
  });
});
