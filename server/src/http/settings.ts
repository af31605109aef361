import type { Bus } from '../db/bus.ts';
import type { Db } from '../db/pool.ts';
import type { Secrets } from './secrets.ts';
import { settingDefaults, type SettingKey, type SettingValue } from './setting-defaults.ts';

export type Settings = {
  /** The value of a setting: what the administrator saved, else the default. */
  get: <K extends SettingKey>(key: K) => Promise<SettingValue<K>>;
  all: () => Promise<Map<string, unknown>>;
};

type Row = { key: string; type: string; value: string; is_secret: boolean };

function readValue(row: Row, secrets: Secrets): unknown {
  const text = row.is_secret && row.value !== '' ? secrets.decrypt('configs', Buffer.from(row.value, 'base64')) : row.value;
  if (row.type === 'number') return Number(text);
  if (row.type === 'boolean') return text === 'true' || text === '1';
  return row.type === 'json' ? JSON.parse(text || 'null') : text;
}

/**
 * Settings from the `configs` table, kept in memory. When any node changes one they are read again while the old ones are
 * still told: a transaction that asks must not wait for a second connection.
 */
export function createSettings({ db, bus, secrets }: { db: Db; bus: Bus; secrets: Secrets }): Settings {
  let cached: Promise<Map<string, unknown>> | null = null;
  let latest = 0;
  const load = async (): Promise<Map<string, unknown>> => {
    const rows = await db.selectFrom('configs').select(['key', 'type', 'value', 'is_secret']).execute();
    return new Map(rows.map((row) => [row.key, readValue(row, secrets)]));
  };
  const all = (): Promise<Map<string, unknown>> => {
    cached ??= load().catch((error: unknown) => { cached = null; throw error; });
    return cached;
  };
  const reload = async (): Promise<void> => {
    latest += 1;
    const mine = latest;
    // Whoever asks next reads again, and is told when that fails.
    const fresh = await load().catch(() => null);
    if (mine === latest) cached = fresh && Promise.resolve(fresh);
  };
  bus.subscribe('configs', () => { if (cached) void reload(); });
  return {
    all,
    get: async <K extends SettingKey>(key: K) => ((await all()).get(key) ?? settingDefaults[key]) as SettingValue<K>,
  };
}
