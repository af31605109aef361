import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { buildAgency } from '../../../test/factories.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

async function addMessages(count: number, { phone, cost }: { phone: string; cost: number | null }): Promise<void> {
  await sql`insert into sms_messages (vendor, purpose, mobile_phone, state, parts, cost)
    select 'aliyun', 'login', ${phone}, 1, 2, ${cost}::numeric from generate_series(1, ${count}::int)`.execute(
    app.ctx.db,
  );
}

async function sums(query: string, as = admin, resource = 'sms-messages') {
  const { body } = await app.http('GET', `/admin/${resource}/list?${query}`, { as });
  return body['sums'];
}

describe('the sums of a list', () => {
  it('are of all rows that match, whatever page is shown, by both ways of counting', async () => {
    await addMessages(30, { phone: '13800000001', cost: 0.045 });
    await addMessages(5, { phone: '13800000002', cost: null });
    expect(await sums('per_page=10')).toEqual({ parts: 70, cost: 1.35 });
    expect(await sums('per_page=10&where[_keyword]=13800000001')).toEqual({ parts: 60, cost: 1.35 });
    expect(await sums('per_page=10&where[_keyword]=13800000002')).toEqual({ parts: 10, cost: 0 });
    expect(await sums('per_page=10&page=3')).toBeNull();
    expect(await sums('per_page=10&page=3&get_count=1')).toEqual({ parts: 70, cost: 1.35 });
    expect(await sums('per_page=10&page=9&get_count=1')).toEqual({ parts: 70, cost: 1.35 });
  });

  it('are absent where there are too many rows to count them all', async () => {
    await addMessages(9965, { phone: '13800000003', cost: 0 });
    expect(await sums('')).toEqual({ parts: 20_000, cost: 1.35 });
    await addMessages(1, { phone: '13800000003', cost: 0 });
    expect(await sums('')).toBeNull();
  });

  it('are of the rows that the actor may see', async () => {
    const top = await buildAgency(app.ctx, { card_num: 300 });
    const agent = await app.person.adminWith(['admin.agencies.list'], { data_scope: 'own_agency', agency_id: top.id });
    await buildAgency(app.ctx, { card_num: 5000 });
    expect(await sums('', agent, 'agencies')).toEqual({ card_num: 300 });
  });
});
