import type { Field, ValueOf } from '@kaike/shared/kit/field';
import type { Bus } from '../../db/bus.ts';
import { OperatorError } from '../../db/operator-error.ts';
import type { Db } from '../../db/pool.ts';
import type { Secrets } from '../secrets.ts';
import type { schoolSettings } from './school-settings.ts';
import {
  createCatalog,
  defaultOf,
  type SettingCatalog,
  type SettingFields,
  type SettingGroups,
  type SettingValues,
} from './setting-fields.ts';

export type SchoolSettings = FieldsIn<typeof schoolSettings>;
/** The fields of all groups together. */
export type FieldsIn<G extends SettingGroups> = UnionToIntersection<G[keyof G]>;
type UnionToIntersection<U> = (U extends unknown ? (union: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** The fields of every setting; adapters add those they declare. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface AllSettings extends SchoolSettings {}
export type SettingKey = keyof AllSettings;
export type SettingValue<K extends SettingKey> = ValueOf<AllSettings[K]>;

export type SettingStore = {
  readonly catalog: SettingCatalog;
  /** The value of a setting: what the administrator saved, else the default. */
  get: <K extends SettingKey>(key: K) => Promise<SettingValue<K>>;
  /** The values of several settings; texts without surrounding spaces. */
  read: <F extends SettingFields>(fields: F) => Promise<SettingValues<F>>;
  /** Saved values by key. */
  all: () => Promise<Map<string, unknown>>;
  /** Reads the saved values anew: what comes next on this node sees a change that has committed. */
  reload: () => Promise<void>;
};

type Row = { key: string; type: string; value: string; is_secret: boolean };

const isSealed = (row: Row): boolean => row.is_secret && row.value !== '';

const openText = (row: Row, secrets: Secrets): string =>
  secrets.open('configs', Buffer.from(row.value, 'base64'), row.key).toString('utf8');

function canOpen(row: Row, secrets: Secrets): boolean {
  try {
    openText(row, secrets);
    return true;
  } catch {
    return false; // The caller reports all of them together.
  }
}

/** Throws when a setting cannot be opened: nobody would know what else was sealed with another secret. */
function checkOpen(rows: readonly Row[], secrets: Secrets): void {
  const unreadable = rows.filter((row) => isSealed(row) && !canOpen(row, secrets)).map(({ key }) => key);
  if (unreadable.length === 0) return;
  throw new OperatorError(
    [
      `The secret in use does not open ${unreadable.length === 1 ? 'this setting' : 'these settings'}: ${unreadable.join(', ')}. Another secret sealed what is kept, or it was changed past the product.`,
      'Start again with the secret that was in use: KAIKE_SECRET, or the file "secret" in the data folder, as in the backup.',
      'To go over to a new one, set KAIKE_OLD_SECRET to it as well and run kaike secret:change.',
      'If it is lost, so are these values: empty them in the table configs, start, and enter them anew in the back office.',
    ].join('\n'),
  );
}

function readValue(row: Row, secrets: Secrets): unknown {
  const text = isSealed(row) ? openText(row, secrets) : row.value;
  if (row.type === 'number') return Number(text);
  if (row.type === 'boolean') return text === 'true' || text === '1';
  return row.type === 'json' ? JSON.parse(text || 'null') : text;
}

/**
 * Settings from the `configs` table, cached before the first request. When any node changes one, they are reloaded while the
 * old values are still returned, also while reloading fails: a transaction that reads one must not wait for a second connection.
 */
type SettingsDeps = { db: Db; bus: Bus; secrets: Secrets; groups: SettingGroups };

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

export function createSettings({ db, bus, secrets, groups }: SettingsDeps): SettingStore {
  const catalog = createCatalog(groups);
  let current: Map<string, unknown> | null = null;
  let first: Promise<Map<string, unknown>> | null = null;
  let isStale = false;
  let [started, applied] = [0, 0];
  const load = async (): Promise<Map<string, unknown>> => {
    started += 1;
    const mine = started;
    const rows = await db.selectFrom('configs').select(['key', 'type', 'value', 'is_secret']).execute();
    checkOpen(rows, secrets);
    const fresh = new Map(rows.map((row) => [row.key, readValue(row, secrets)]));
    if (mine > applied) [current, applied] = [fresh, mine];
    return current ?? fresh;
  };
  /** A failed reload is repeated at the next read. */
  const reload = async (): Promise<void> => {
    isStale = false;
    await load().catch(() => {
      isStale = true;
    });
  };
  const all = async (): Promise<Map<string, unknown>> => {
    if (current && isStale) void reload();
    if (current) return current;
    first ??= load().finally(() => {
      first = null;
    });
    return first;
  };
  bus.subscribe('configs', () => {
    if (current || first) void reload();
  });
  const valueOf = (saved: ReadonlyMap<string, unknown>, key: string, field: Field | undefined): unknown =>
    saved.get(key) ?? (field ? defaultOf(field) : undefined);
  return {
    catalog,
    all,
    reload,
    get: async <K extends SettingKey>(key: K) => valueOf(await all(), key, catalog.fields[key]) as SettingValue<K>,
    read: async <F extends SettingFields>(fields: F) => {
      const saved = await all();
      const values = Object.entries(fields).map(([key, field]) => [key, trimmed(valueOf(saved, key, field))]);
      return Object.fromEntries(values) as SettingValues<F>;
    },
  };
}
