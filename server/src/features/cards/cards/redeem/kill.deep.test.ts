import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stackRule } from '@kaike/shared/domain/commerce/product-status';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { buildCard, buildProduct } from '../../../../../test/factories.ts';
import { connectionOf, killAtWrite, startProcess } from '../../../../../test/processes/kill.ts';

const fixture = fileURLToPath(new URL('kill.fixture.ts', import.meta.url));
const cardCount = 40;
/** Activated and reported before the kill. */
const firstCount = 3;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

type ReportedActivation = { request_id: string; text: string };

describe('a server killed while it activates', () => {
  it('has activated each card completely or not at all, and a retry of the same request gets the same response', async () => {
    const member = await app.person.member({ activated: false });
    const product = await buildProduct(app.ctx, { stack_rule: stackRule.extend_if_running, term_value: 10 });
    const cards = await Promise.all(
      Array.from({ length: cardCount }, () => buildCard(app.ctx, { product_id: product.id })),
    );
    const tries = cards.map((card) => ({ code: card.secret, request_id: randomUUID() }));
    await app.http('GET', '/home/cards', { as: member, base: '/api' });
    const reported: ReportedActivation[] = [];
    const isOther = `new.source_type = 'card' and new.source_id <> all('{${cards
      .slice(0, firstCount)
      .map(({ id }) => id)
      .join(',')}}'::bigint[])`;
    await killAtWrite(app.ctx, { table: 'entitlements', when: isOther }, () => {
      const child = startProcess(fixture);
      child.on('message', (answer) => reported.push(answer as ReportedActivation));
      child.send({
        config: app.ctx.config,
        connection: connectionOf(app.ctx),
        token: member.token ?? '',
        first: tries.slice(0, firstCount),
        others: tries.slice(firstCount),
      });
      return child;
    });
    await expect.poll(() => reported).toHaveLength(firstCount);
    const { rows: halves } =
      await sql`select c.id from cards c left join entitlements e on e.source_type = 'card' and e.source_id = c.id
      where c.product_id = ${product.id} and (c.state = 40) <> (e.id is not null)`.execute(app.ctx.db);
    expect(halves).toEqual([]);
    const done = await app.ctx.db
      .selectFrom('cards')
      .select('id')
      .where('product_id', '=', product.id)
      .where('state', '=', 40)
      .execute();
    // The database still completes a statement of the killed process, but nobody gets its result.
    expect(done.length).toBeGreaterThanOrEqual(firstCount);
    expect(done.length).toBeLessThan(cardCount);

    const again = await Promise.all(
      tries.map((body) =>
        app.http('POST', '/home/cards/use-card', { as: member, base: '/api', body: { ...body, mode: 'activate' } }),
      ),
    );
    expect(again.map(({ status }) => status)).toEqual(tries.map(() => 200));
    for (const { request_id, text } of reported)
      expect(again[tries.findIndex((one) => one.request_id === request_id)]?.text).toBe(text);
    const ends = again.map(({ body }) => Date.parse(body.end_at)).sort((a, b) => a - b);
    expect(new Set(ends).size).toBe(cardCount);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from entitlements where member_id = ${member.member_id}`.execute(app.ctx.db);
    expect(rows[0]?.count).toBe(cardCount);
  });
});
