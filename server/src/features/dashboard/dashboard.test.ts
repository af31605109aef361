import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { buildAgency, buildCourse } from '../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Card = { key: string; value: number; unit: string; url: string };
const cardsOf = (cards: Card[]) => Object.fromEntries(cards.map((card) => [card.key, card.value]));

describe('GET /admin/index', () => {
  it('counts what the role may list, each figure with its list', async () => {
    const { course } = await buildCourse(app.ctx);
    const agency = await buildAgency(app.ctx);
    const [mine, foreign] = [await app.person.member({ agency_id: agency.id }), await app.person.member()];
    const day = new Date(app.ctx.clock().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    for (const [member, seconds] of [
      [mine, 100],
      [foreign, 20],
    ] as const) {
      await app.ctx.db
        .insertInto('learning_days')
        .values({ member_id: member.member_id, day, course_id: course.id, study_sec: seconds })
        .execute();
      await app.ctx.db
        .updateTable('members')
        .set({ last_study_at: app.ctx.clock() })
        .where('id', '=', member.member_id)
        .execute();
    }
    const admin = await app.person.admin();
    const { body } = await app.http('GET', '/admin/index', { as: admin });
    expect(cardsOf(body.cards)).toMatchObject({
      members: 2,
      studying_today: 2,
      activated_today: 0,
      courses: 1,
      agencies: 1,
      admins: 1,
      roles: 2,
      users: 3,
    });
    expect(cardsOf(body.cards)['menus']).toBe(
      Number(
        (
          await app.ctx.db
            .selectFrom('menus')
            .select((one) => one.fn.countAll().as('total'))
            .where('deleted_at', 'is', null)
            .executeTakeFirstOrThrow()
        ).total,
      ),
    );
    expect(body.cards.map((card: Card) => card.key)).not.toContain('failed_media');
    expect(body.trend).toHaveLength(30);
    expect(body.trend.at(-1)).toEqual({ day, activations: 0, joined: 2, study_sec: 120 });
    for (const card of (body.cards as Card[]).filter(({ key, unit }) => unit === 'count' && key !== 'menus')) {
      const { pathname, search } = new URL(card.url, 'http://x');
      expect((await app.http('GET', `${pathname}/list${search}`, { as: admin })).body.total, card.key).toBe(card.value);
    }
    expect((await app.http('GET', '/admin/index', { as: admin, query: { days: '7' } })).body.trend).toHaveLength(7);
    expect((await app.http('GET', '/admin/index', { as: admin, query: { days: '8' } })).status).toBe(422);
    const agent = await app.person.adminWith(['admin.members.list', 'admin.learning-records.list'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    const own = (await app.http('GET', '/admin/index', { as: agent })).body;
    expect(cardsOf(own.cards)).toEqual({ members: 1, studying_today: 1, study_time: 0 });
    expect(own.trend.at(-1).study_sec).toBe(100);
    expect(own.recent).toEqual([]);
  });

  it('is empty, but there, for who may list nothing', async () => {
    const { status, body } = await app.http('GET', '/admin/index', { as: await app.person.adminWith([]) });
    expect([status, body]).toEqual([200, { cards: [], trend: [], recent: [] }]);
    expect((await app.http('GET', '/admin/index', { as: await app.person.member() })).status).toBe(403);
  });

  it('shows the latest changes', async () => {
    const admin = await app.person.admin();
    await app.http('POST', '/admin/subjects', { as: admin, body: { name: '英语' } });
    const { body } = await app.http('GET', '/admin/index', { as: admin });
    expect(body.recent[0]).toMatchObject({
      operator: '超级管理员',
      resource: 'subjects',
      action: 'create',
      record_title: '英语',
    });
  });

  it('shows an alarm when somebody guesses cards', async () => {
    const admin = await app.person.admin();
    const { member_id: id } = await app.person.member();
    const keys = async () =>
      (await app.http('GET', '/admin/index', { as: admin })).body.cards.map(({ key }: Card) => key);
    expect(await keys()).not.toContain('guessing');
    await app.ctx.db
      .insertInto('card_risks')
      .values({
        rule: 'guessing_member',
        subject_key: `member:${id}`,
        score: 20,
        evidence: '{}',
        first_at: app.ctx.clock(),
        last_at: app.ctx.clock(),
        member_id: id,
      })
      .execute();
    expect(await keys()).toEqual(expect.arrayContaining(['guessing']));
  });
});
