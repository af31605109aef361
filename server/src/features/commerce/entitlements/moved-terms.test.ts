import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endAfterDays } from '@kaike/shared/domain/commerce/term';
import { stackRule, termMode } from '@kaike/shared/domain/commerce/product-status';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import { buildBatch, buildCard, buildCourse, buildProduct } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const days = (count: number): Date => endAfterDays(app.clock.now(), count);

/** Cards of one course, each of so many days, that extend each other. */
async function buildCards(...terms: number[]) {
  const { course } = await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 1 });
  const cards = [];
  for (const value of terms) {
    const product = await buildProduct(app.ctx, {
      course_ids: [course.id],
      term_mode: termMode.days,
      term_value: value,
      stack_rule: stackRule.extend_if_running,
    });
    cards.push(await buildCard(app.ctx, { batch_id: (await buildBatch(app.ctx, { product_id: product.id })).id }));
  }
  return { course, cards };
}

const activate = (as: MemberPerson, secret: string) =>
  app.http('POST', '/home/cards/use-card', {
    as,
    body: { code: secret, mode: 'activate', request_id: randomUUID() },
  });
const termsOf = (member: MemberPerson) =>
  app.ctx.db
    .selectFrom('entitlements')
    .select(['id', 'start_at', 'end_at', 'revoked_at'])
    .where('member_id', '=', member.member_id)
    .orderBy('id')
    .execute();
const open = async (member: MemberPerson) =>
  (await termsOf(member)).filter((one) => one.revoked_at === null).map((one) => [one.start_at, one.end_at]);
const act = (path: string, ids: readonly number[], more: object = {}) =>
  app.http('PUT', `/admin/${path}`, { as: admin, body: { ids, reason: '开错了', ...more } });

async function activated(...terms: number[]) {
  const member = await app.person.member();
  const { course, cards } = await buildCards(...terms);
  for (const { secret } of cards) expect((await activate(member, secret)).status).toBe(200);
  return { member, course, cards, ids: (await termsOf(member)).map(({ id }) => id) };
}
const idOf = (list: readonly { id: number }[], index: number): number => list[index]?.id ?? 0;

it('a reversed card starts what followed it now, as the dry run says, and the learner keeps learning', async () => {
  const { member, course, cards } = await activated(30, 60, 7);
  const { notes } = (await act('cards/reverse', [idOf(cards, 0)], { dry_run: true })).body;
  expect(notes).toContain(`“${course.title}”之后的权益提前到现在开始，学到 ${dayOf(days(60))}。`);
  expect(notes).toContain(
    `“${course.title}”之后的权益提前到 ${dayOf(new Date(days(60).getTime() + 1000))} 开始，学到 ${dayOf(days(67))}。`,
  );
  const now = app.clock.now();
  expect((await act('cards/reverse', [idOf(cards, 0)])).body.changed).toBe(1);
  expect(await open(member)).toEqual([
    [now, days(60)],
    [days(60), days(67)],
  ]);
  const { courses } = (await app.http('GET', '/home/courses', { as: member })).body;
  expect(courses.map(({ id }: { id: number }) => id)).toEqual([course.id]);
});

it('several reversed at once leave the days of the rest, whichever they are', async () => {
  const { member, cards } = await activated(30, 60, 7, 10);
  const now = app.clock.now();
  expect((await act('cards/reverse', [idOf(cards, 2), idOf(cards, 0)])).body.changed).toBe(2);
  expect(await open(member)).toEqual([
    [now, days(60)],
    [days(60), days(70)],
  ]);
});

it('days that were used stay used: what has begun is not moved', async () => {
  const { member, ids } = await activated(5, 30);
  app.clock.advance(10 * dayMs);
  const [, before] = await open(member);
  await act('entitlements/revoke', [ids[0] ?? 0]);
  expect(await open(member)).toEqual([before]);
});

it('revoked and restored by its undo, also days later, everything is as before', async () => {
  const { member, ids } = await activated(30, 60, 7);
  const before = await open(member);
  expect((await act('entitlements/revoke', [ids[0] ?? 0, ids[1] ?? 0])).body.changed).toBe(2);
  expect(await open(member)).toEqual([[app.clock.now(), days(7)]]);
  app.clock.advance(3 * dayMs);
  expect((await act('entitlements/restore', [ids[1] ?? 0])).body.changed).toBe(1);
  expect((await open(member)).map(([, end]) => end)).toEqual([days(60), days(67)]);
  expect((await act('entitlements/restore', [ids[0] ?? 0])).body.changed).toBe(1);
  const [first, second, third] = await open(member);
  expect(first).toEqual(before[0]);
  expect([second?.[0], third?.[0]]).toEqual([first?.[1], second?.[1]]);
  const row = (await app.http('GET', `/admin/entitlements/${ids[2] ?? 0}`, { as: admin })).body.row;
  expect(row.start_before).toBe(before[2]?.[0]?.toISOString());
});

it('another last day moves what follows, earlier or later, and its undo moves it back', async () => {
  const { member, course, ids } = await activated(30, 60);
  const before = await open(member);
  const redate = (count: number, more: object = {}) =>
    act('entitlements/redate', [ids[0] ?? 0], { end_at: dayOf(days(count)), ...more });
  for (const count of [40, 3]) {
    const { notes } = (await redate(count, { dry_run: true })).body;
    expect(notes).toEqual([
      `“${course.title}”之后的权益${count === 3 ? '提前' : '顺延'}到 ${dayOf(new Date(days(count).getTime() + 1000))} 开始，学到 ${dayOf(days(count + 60))}。`,
    ]);
    await redate(count);
    expect((await open(member))[1]).toEqual([days(count), days(count + 60)]);
    await act('entitlements/undo-redate', [ids[0] ?? 0]);
    expect(await open(member)).toEqual(before);
  }
});

it('an activation while an earlier card is reversed loses no day, in either order', async () => {
  for (let round = 0; round < 8; round += 1) {
    const member = await app.person.member();
    const { cards } = await buildCards(30, 60, 7);
    for (const { secret } of cards.slice(0, 2)) await activate(member, secret);
    const now = app.clock.now();
    const [used, reversed] = await Promise.all([
      activate(member, cards[2]?.secret ?? ''),
      act('cards/reverse', [idOf(cards, 0)]),
    ]);
    expect([used.status, reversed.body.changed]).toEqual([200, 1]);
    expect(await open(member)).toEqual([
      [now, days(60)],
      [days(60), days(67)],
    ]);
  }
});
