import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stackRule } from '@kaike/shared/domain/product-status';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buildCard, buildProduct } from '../../../../test/factories.ts';
import { connectionOf, startProcess } from '../../../../test/kill.ts';

const fixture = fileURLToPath(new URL('kill.fixture.ts', import.meta.url));
const cardCount = 40;

let app: TestApp;
beforeAll(async () => { app = await startTestApp(); });
afterAll(async () => app.close());

type Told = { request_id: string; text: string };

/** Starts the activations in another process and kills it after the first answers. */
async function activateAndKill(token: string, tries: { code: string; request_id: string }[]): Promise<Told[]> {
  const child = startProcess(fixture);
  const told: Told[] = [];
  child.send({ config: app.ctx.config, connection: connectionOf(app.ctx), token, tries });
  await once(child, 'message');
  child.on('message', (answer) => {
    told.push(answer as Told);
    if (told.length === 3) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  return told;
}

describe('a server killed while it activates', () => {
  it('has activated each card wholly or not at all, and a retry of the same request gets the same answer', async () => {
    const member = await app.person.member({ activated: false });
    const product = await buildProduct(app.ctx, { stack_rule: stackRule.extend_if_running, term_value: 10 });
    const cards = await Promise.all(Array.from({ length: cardCount }, () => buildCard(app.ctx, { product_id: product.id })));
    const tries = cards.map((card) => ({ code: card.secret, request_id: randomUUID() }));
    await app.http('GET', '/home/cards', { as: member, base: '/api' });
    const told = await activateAndKill(member.token ?? '', tries);
    const { rows: halves } = await sql`select c.id from cards c left join entitlements e on e.source_type = 'card' and e.source_id = c.id
      where c.product_id = ${product.id} and (c.state = 40) <> (e.id is not null)`.execute(app.ctx.db);
    expect(halves).toEqual([]);
    const done = await app.ctx.db.selectFrom('cards').select('id').where('product_id', '=', product.id).where('state', '=', 40).execute();
    expect(done.length).toBeGreaterThanOrEqual(3);
    expect(done.length).toBeLessThan(cardCount);

    const again = await Promise.all(tries.map((body) => app.http('POST', '/home/cards/use-card', { as: member, base: '/api', body: { ...body, mode: 'activate' } })));
    expect(again.map(({ status }) => status)).toEqual(tries.map(() => 200));
    for (const { request_id: requestId, text } of told) expect(again[tries.findIndex((one) => one.request_id === requestId)]?.text).toBe(text);
    const ends = again.map(({ body }) => Date.parse(body.end_at)).sort((a, b) => a - b);
    expect(new Set(ends).size).toBe(cardCount);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from entitlements where member_id = ${member.member_id}`.execute(app.ctx.db);
    expect(rows[0]?.count).toBe(cardCount);
  }, 60_000);
});
