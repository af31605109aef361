import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildCard } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { settingGroups } from '../../adapters/setting-groups.ts';
import type { Bus } from '../../db/bus.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { createSecrets } from '../secrets.ts';
import { createSettings } from './settings.ts';

let app: TestApp;
/** Every connection of the pool. */
const all = 6;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('are loaded before the first request, so a burst of writes right after the start waits for nothing', async () => {
  const fresh = await startTestApp();
  const admin = await fresh.person.admin();
  const cards = await Promise.all(Array.from({ length: 20 }, () => buildCard(fresh.ctx)));
  const replies = await Promise.all(
    cards.map(({ id }) => fresh.http('POST', `/admin/cards/${id}/reveal`, { as: admin, body: { reason: '核对' } })),
  );
  expect(replies.map(({ status }) => status)).toEqual(cards.map(() => 200));
  await fresh.close();
});

it('keep their old values while they cannot be reloaded', async () => {
  const { db, secrets } = app.ctx;
  let announce = (_key: string | null): void => undefined;
  const bus: Bus = {
    publish: async () => undefined,
    hear: () => undefined,
    subscribe: (_topic, listener) => {
      announce = listener;
    },
    close: async () => undefined,
  };
  const settings = createSettings({ db, bus, secrets, groups: settingGroups });
  const before = await settings.get('card_approval_over');
  await db
    .insertInto('configs')
    .values({ name: 'x', key: 'card_approval_over', group: 'test', type: 'number', value: String(before + 3) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(before + 3) }))
    .execute();
  await sql`alter table configs rename to configs_away`.execute(db);
  announce(null);
  await vi.waitFor(
    async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where datname = current_database() and query like '%configs%' and state = 'active' and pid <> pg_backend_pid()`.execute(
          db,
        );
      expect(rows).toEqual([]);
    },
    { interval: 5, timeout: 300_000 },
  );
  expect(await settings.get('card_approval_over')).toBe(before);
  await sql`alter table configs_away rename to configs`.execute(db);
  await expect.poll(() => settings.get('card_approval_over')).toBe(before + 3);
});

it('names the ones the secret does not open, and what to do', async () => {
  const { db, bus, secrets } = app.ctx;
  const keep = async (key: string, value: string) =>
    db
      .insertInto('configs')
      .values({ name: key, key, group: 'test', type: 'string', value, is_secret: true })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, is_secret: true }))
      .execute();
  await keep('mail_password', secrets.seal('configs', 'open sesame', 'mail_password').toString('base64'));
  expect(await createSettings({ db, bus, secrets, groups: settingGroups }).get('mail_password')).toBe('open sesame');
  await keep('wechat_secret', secrets.seal('configs', 'open sesame', 'another').toString('base64'));
  await expect(createSettings({ db, bus, secrets, groups: settingGroups }).all()).rejects.toThrow(
    /^The secret in use does not open this setting: wechat_secret\. /,
  );
  const lost = createSettings({
    db,
    bus,
    secrets: createSecrets('another secret than the one they were sealed by'),
    groups: settingGroups,
  });
  await expect(lost.all()).rejects.toThrow(OperatorError);
  await expect(lost.all()).rejects.toThrow(
    /these settings: [^.]*mail_password[^]*KAIKE_SECRET[^]*kaike secret:change[^]*enter them anew/,
  );
  await db.deleteFrom('configs').where('key', 'in', ['mail_password', 'wechat_secret']).execute();
});

it('returns settings inside transactions that use every connection, while one is being changed', async () => {
  const { db, secrets } = app.ctx;
  let announce = (_key: string | null): void => undefined;
  const bus: Bus = {
    publish: async () => undefined,
    hear: () => undefined,
    subscribe: (_topic, listener) => {
      announce = listener;
    },
    close: async () => undefined,
  };
  const settings = createSettings({ db, bus, secrets, groups: settingGroups });
  const before = await settings.get('card_reveal_limit');
  await db
    .insertInto('configs')
    .values({ name: 'x', key: 'card_reveal_limit', group: 'test', type: 'number', value: String(before + 7) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(before + 7) }))
    .execute();
  let open = 0;
  const responses = await Promise.all(
    Array.from({ length: all }, () =>
      db.transaction().execute(async (trx) => {
        await trx.selectFrom('configs').select('key').limit(1).execute();
        open += 1;
        await expect.poll(() => open).toBe(all);
        announce(null);
        return settings.get('card_reveal_limit');
      }),
    ),
  );
  // Each may see the old or the new value; the point is that all of them got one.
  expect(new Set([...responses, before, before + 7])).toEqual(new Set([before, before + 7]));
  await expect.poll(() => settings.get('card_reveal_limit')).toBe(before + 7);
});
