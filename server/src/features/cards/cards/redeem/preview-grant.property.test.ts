import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productType, stackRule, termMode } from '@kaike/shared/domain/commerce/product-status';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { buildBatch, buildCard, buildCourse, buildProduct } from '../../../../../test/factories.ts';

let app: TestApp;
let courses: number[] = [];
beforeAll(async () => {
  app = await startTestApp();
  for (let index = 0; index < 3; index += 1)
    courses.push((await buildCourse(app.ctx, { chapter_count: 1, lessons_each: 1 })).course.id);
});
afterAll(async () => app.close());

const product = fc.record({
  term_mode: fc.constantFrom(...Object.values(termMode)),
  term_value: fc.integer({ min: 1, max: 40 }),
  stack_rule: fc.constantFrom(...Object.values(stackRule)),
  fixed_in_days: fc.integer({ min: -20, max: 900 }),
  chosen: fc.subarray([0, 1, 2], { minLength: 1 }),
  wait_hours: fc.integer({ min: 0, max: 2000 }),
  ai_seconds: fc.constantFrom(0, 600),
});
type ProductCase = typeof product extends fc.Arbitrary<infer One> ? One : never;
/** Leap days, month ends and the minutes around midnight in Shanghai are as likely as any other time. */
const start = fc.oneof(
  fc.date({ min: new Date('2027-01-01T00:00:00Z'), max: new Date('2033-01-01T00:00:00Z'), noInvalidDate: true }),
  fc
    .constantFrom(
      '2028-02-29T04:00:00Z',
      '2028-02-28T15:59:59.500Z',
      '2028-02-28T16:00:00Z',
      '2027-01-30T16:30:00Z',
      '2031-08-31T15:59:59Z',
      '2027-12-31T16:00:00Z',
    )
    .map((text) => new Date(text)),
);

async function sell(productCase: ProductCase): Promise<{ id: number; secret: string }> {
  const fixed = new Date(app.clock.now().getTime() + productCase.fixed_in_days * 86_400_000).toISOString().slice(0, 10);
  const created = await buildProduct(app.ctx, {
    type: productCase.ai_seconds > 0 ? productType.both : productType.courses,
    course_ids: productCase.chosen.map((index) => courses[index] ?? 0),
    ai_seconds: productCase.ai_seconds,
    term_mode: productCase.term_mode,
    term_value: productCase.term_value,
    stack_rule: productCase.stack_rule,
    fixed_end_at: productCase.term_mode === termMode.fixed_end ? fixed : null,
  });
  return buildCard(app.ctx, { batch_id: (await buildBatch(app.ctx, { product_id: created.id })).id });
}

type Granted = { course_id: number; start_at: Date; end_at: Date | null; expected: Date | null };

/** The stored entitlements, with the end as the database's own calendar computes it from the start. */
async function readGranted(cardId: number, { term_mode: mode, term_value: value }: ProductCase): Promise<Granted[]> {
  const step =
    mode === termMode.months ? sql`make_interval(months => ${value}::int)` : sql`make_interval(days => ${value}::int)`;
  const { rows } = await sql<Granted>`select course_id, start_at, end_at,
      (date_trunc('day', start_at at time zone 'Asia/Shanghai') + ${step} + interval '23:59:59.999') at time zone 'Asia/Shanghai' as expected
    from entitlements where source_type = 'card' and source_id = ${cardId} and kind = 'course' order by course_id`.execute(
    app.ctx.db,
  );
  return rows;
}

it('for any products, access and times: the previewed end is the granted end, and a refusal stays one', async () => {
  let activated = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(start, fc.array(product, { minLength: 1, maxLength: 4 }), async (begin, cards) => {
      app.clock.set(begin);
      const { user_id } = await app.person.member({ activated: false });
      for (const productCase of cards) {
        app.clock.advance(productCase.wait_hours * 3_600_000);
        const member = await app.person.user(user_id);
        const card = await sell(productCase);
        const preview = await app.http('POST', '/home/cards/preview', { as: member, body: { code: card.secret } });
        const used = await app.http('POST', '/home/cards/use-card', {
          as: member,
          body: {
            code: card.secret,
            mode: 'activate',
            request_id: randomUUID(),
            ...(preview.body.shown ? { shown: preview.body.shown } : {}),
          },
        });
        const granted = await readGranted(card.id, productCase);
        if (preview.status !== 200) {
          expect([used.status, used.body.code, granted]).toEqual([preview.status, preview.body.code, []]);
          expect(['card.running', 'card.ended']).toContain(preview.body.code);
          refused += 1;
          continue;
        }
        activated += 1;
        expect([used.status, used.body.end_at, used.body.is_permanent]).toEqual([
          200,
          preview.body.end_at,
          preview.body.is_permanent,
        ]);
        const byCourse = (list: { id: number; end_at: string | null }[]) =>
          list.map(({ id, end_at: end }) => ({ id, end })).toSorted((a, b) => a.id - b.id);
        expect(byCourse(used.body.courses)).toEqual(byCourse(preview.body.courses));
        expect(granted.map(({ course_id: id, end_at: end }) => ({ id, end: end?.toISOString() ?? null }))).toEqual(
          byCourse(preview.body.courses),
        );
        const isCounted = productCase.term_mode === termMode.days || productCase.term_mode === termMode.months;
        for (const { end_at: end, expected } of granted) if (isCounted) expect(end).toEqual(expected);
        const [last] = await sqlTimes(card.id);
        if (productCase.term_mode !== termMode.permanent) expect(last).toBe('23:59:59');
      }
    }),
    { numRuns: 60 },
  );
  expect([activated > 60, refused > 0]).toEqual([true, true]);
});

async function sqlTimes(cardId: number): Promise<string[]> {
  const { rows } = await sql<{
    time: string;
  }>`select distinct to_char(end_at at time zone 'Asia/Shanghai', 'HH24:MI:SS') as time from entitlements
    where source_type = 'card' and source_id = ${cardId} and kind = 'course' and end_at is not null`.execute(
    app.ctx.db,
  );
  return rows.map(({ time }) => time);
}
