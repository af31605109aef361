import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import { buildMember, buildProduct } from '../../../test/factories.ts';

// A day is a day of the school, whatever the header TimeZone says.

let app: TestApp;
let admin: AdminPerson;
const zones = ['Asia/Shanghai', 'America/New_York', 'UTC'];

beforeAll(async () => {
  app = await startTestApp();
  // An hour before the end of the day in the school.
  app.clock.set(new Date('2026-12-31T15:00:00Z'));
  admin = await app.person.admin();
});
afterAll(async () => app.close());

describe('a day in a filter', () => {
  it('holds what happened on it by the clock of the school', async () => {
    const moments = [
      '2026-11-28T15:59:59.500Z',
      '2026-11-28T16:30:00Z',
      '2026-11-28T23:59:00Z',
      '2026-11-29T12:00:00Z',
      '2026-11-29T15:59:59.900Z',
      '2026-11-29T16:00:00Z',
    ];
    const ids: number[] = [];
    for (const moment of moments) {
      const { id } = await buildMember(app.ctx, { tags: ['学校日'] });
      await sql`update members set created_at = ${moment} where id = ${id}`.execute(app.ctx.db);
      ids.push(id);
    }
    const listed = async (query: string, zone = 'Asia/Shanghai'): Promise<number[]> =>
      (
        await app.http('GET', `/admin/members/list?where[tags]=学校日&order[id]=asc&${query}`, {
          as: admin,
          headers: { timezone: zone },
        })
      ).body.data.map(({ id }: { id: number }) => id);
    const day = '2026-11-29';
    for (const zone of zones)
      expect(await listed(`where[created_at][0]=${day}&where[created_at][1]=${day}`, zone)).toEqual(ids.slice(1, 5));
    expect(await listed(`where[created_at]=${day}`)).toEqual(ids.slice(1, 5));
    expect(await listed(`where[created_at][1]=${day}`)).toEqual(ids.slice(0, 5));
    // Midnight in Greenwich is a moment, and no day.
    expect(await listed('where[created_at][1]=2026-11-29T00:00:00.000Z')).toEqual(ids.slice(0, 3));
    expect(await listed('where[created_at][0]=2026-11-29 20:00')).toEqual(ids.slice(3));
    const list = (query: string) => app.http('GET', `/admin/members/list?${query}`, { as: admin });
    expect((await list(`where[created_at][]=${day}`)).status).toBe(422);
    expect((await list('where[created_at][1]=2026-02-30')).status).toBe(422);
  });
});

describe('the end of something, entered as a day', () => {
  const today = '2026-12-31';
  const lastMoment = '2026-12-31T15:59:59.999Z';

  it('of cards: today is possible, yesterday is refused with the true reason', async () => {
    const product = await buildProduct(app.ctx);
    const make = (end: string, zone: string, more: object = {}) =>
      app.http('POST', '/admin/card-batches', {
        as: admin,
        body: { name: '学校日', product_id: product.id, quantity: 1, redeem_end_at: end, ...more },
        headers: { timezone: zone },
      });
    for (const zone of zones) {
      const created = await make(today, zone);
      expect(created.status, created.text).toBe(201);
      const { body } = await app.http('GET', `/admin/card-batches/${created.body.id}`, { as: admin });
      expect(body.row.redeem_end_at).toBe(lastMoment);
      const late = await make('2026-12-30', zone);
      expect([late.status, late.body.errors]).toEqual([422, { redeem_end_at: ['兑换截止不能早于现在'] }]);
    }
    const reversed = await make('2027-01-05', 'UTC', { redeem_start_at: '2027-01-06' });
    expect(reversed.body.errors).toEqual({ redeem_end_at: ['兑换截止应晚于开始时间'] });
    const sameDay = await make('2027-01-06', 'UTC', { redeem_start_at: '2027-01-06' });
    expect(sameDay.status, sameDay.text).toBe(201);
  });

  it('of access: granted and moved until the end of today', async () => {
    const member = await buildMember(app.ctx);
    const { id: courseId } = (await app.http('POST', '/admin/courses', { as: admin, body: { title: '学校日的课' } }))
      .body;
    await app.ctx.db.updateTable('courses').set({ status: 1 }).where('id', '=', courseId).execute();
    const grant = (end: string) =>
      app.http('POST', '/admin/members/grant', {
        as: admin,
        body: { ids: [member.id], course_ids: [courseId], end_on: end, reason: '补偿' },
      });
    expect((await grant('2026-12-30')).body.errors?.end_on).toEqual([expect.stringContaining('不能早于现在')]);
    expect((await grant(today)).body).toMatchObject({ changed: 1 });
    const row = await app.ctx.db
      .selectFrom('entitlements')
      .select('end_at')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(row.end_at?.toISOString().slice(0, 19)).toBe('2026-12-31T15:59:59');
  });

  it('of an invitation, of a column and of a course on the shelf', async () => {
    const stored = async (path: string, body: object, key: string): Promise<string> => {
      const created = await app.http('POST', `/admin/${path}`, { as: admin, body });
      expect(created.status, created.text).toBe(201);
      return (await app.http('GET', `/admin/${path}/${created.body.id}`, { as: admin })).body.row[key];
    };
    const invitation = { name: '学校日', max_uses: 5, expires_at: today };
    expect(await stored('invitations', invitation, 'expires_at')).toBe(lastMoment);
    expect(
      (await app.http('POST', '/admin/invitations', { as: admin, body: { ...invitation, expires_at: '2026-12-30' } }))
        .body.errors.expires_at,
    ).toEqual([expect.stringContaining('不能早于现在')]);
    expect(await stored('courses', { title: '下架', unpublish_at: today }, 'unpublish_at')).toBe(lastMoment);
  });
});
