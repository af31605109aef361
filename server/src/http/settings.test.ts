import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import type { Bus } from '../db/bus.ts';
import { createSettings } from './settings.ts';

let app: TestApp;
/** Every connection of the pool. */
const all = 6;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('tells the settings inside transactions that hold every connection, while somebody changes one', async () => {
  const { db, secrets } = app.ctx;
  let announce = (_key: string | null): void => undefined;
  const bus: Bus = { publish: async () => undefined, subscribe: (_topic, listener) => { announce = listener; }, close: async () => undefined };
  const settings = createSettings({ db, bus, secrets });
  const before = await settings.get('card_reveal_limit');
  await db.insertInto('configs').values({ name: 'x', key: 'card_reveal_limit', group: 'test', type: 'number', value: String(before + 7) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(before + 7) })).execute();
  let open = 0;
  const told = await Promise.all(Array.from({ length: all }, () => db.transaction().execute(async (trx) => {
    await trx.selectFrom('configs').select('key').limit(1).execute();
    open += 1;
    await vi.waitFor(() => expect(open).toBe(all), { interval: 1 });
    announce(null);
    return settings.get('card_reveal_limit');
  })));
  expect(told).toEqual(told.map(() => before));
  await vi.waitFor(async () => expect(await settings.get('card_reveal_limit')).toBe(before + 7), { interval: 5 });
});
