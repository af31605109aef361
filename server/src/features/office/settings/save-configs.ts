import { sql } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';
import { isShown } from '@kaike/shared/kit/shown-when';
import { parseInput, type FieldFailures } from '@kaike/shared/kit/parse-input';
import { checkValue } from '@kaike/shared/rules/engine';
import { lockUntilCommit } from '../../../db/hidden-names.ts';
import type { Db } from '../../../db/pool.ts';
import { AppError } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { findBoundVideos } from '../../catalog/media/public.ts';
import type { StoredConfig } from './settings.read.ts';
import { addressLists } from '../../../core/settings/school-settings.ts';
import { cleanKey } from '../../../core/settings/parse-key.ts';
import { defaultOf, isSecret, type SettingCatalog } from '../../../core/settings/setting-fields.ts';
import { toShown, typeOf, type KnownSetting } from './stored-value.ts';

export type SettingInput = Record<string, unknown>;
export type StoredConfigs = Map<string, StoredConfig>;
export type SettingChange = KnownSetting & { /** As stored; null restores the default. */ stored: string | null };

/** Stands for a secret that is set, here and in logs; one that is sent leaves the stored secret as it is. */
export const setSecret = '******';

/** All settings after the change; rules of one setting may depend on another. */
function merge({ fields }: SettingCatalog, stored: StoredConfigs, input: SettingInput): SettingInput {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      if (key in input) return [key, input[key] ?? defaultOf(field)];
      const saved = stored.get(key)?.value ?? null;
      return [key, isSecret(field) ? (saved ? setSecret : '') : toShown({ key, field }, saved)];
    }),
  );
}

function checkAddresses(values: SettingInput): FieldFailures {
  return Object.fromEntries(
    addressLists.flatMap((key) => {
      const list = values[key];
      const isWrong =
        Array.isArray(list) &&
        list.some((one) => checkValue(one, ['required', 'url', 'regex:^https?://'], { values: {} }).length > 0);
      return isWrong ? [[key, [{ rule: 'url', params: [] }]]] : [];
    }),
  );
}

/** A stored secret that is not part of the change is not read, and was checked when it was saved. */
const isUntouchedSecret = (
  field: Field,
  { key, stored, input }: { key: string; stored: StoredConfigs; input: SettingInput },
) => isSecret(field) && !(key in input) && (stored.get(key)?.value ?? '') !== '';

/** Keys of other services as they are stored; what cannot be the key that belongs there is refused at its field. */
function readKeys(catalog: SettingCatalog, input: SettingInput): { values: SettingInput; failures: FieldFailures } {
  const [values, failures]: [SettingInput, FieldFailures] = [{}, {}];
  for (const [key, value] of Object.entries(input)) {
    const kind = catalog.fields[key]?.key_kind;
    if (!kind || typeof value !== 'string' || value === '') continue;
    const result = cleanKey(kind, value);
    if ('value' in result) values[key] = result.value;
    else failures[key] = [{ rule: result.failure, params: [] }];
  }
  return { values, failures };
}

/** Validates the affected groups as a whole: choosing a provider requires its keys. */
export function validateInput(catalog: SettingCatalog, stored: StoredConfigs, input: SettingInput): SettingInput {
  const known = Object.keys(input).filter((key) => Object.hasOwn(catalog.fields, key));
  const unknown = Object.keys(input).filter((key) => !known.includes(key));
  const all = merge(catalog, stored, input);
  const groups = new Set(known.map(catalog.groupOf));
  const fields = [...groups].flatMap((group) =>
    Object.entries(catalog.groups[group] ?? {}).filter(
      ([key, field]) => isShown(field, all) && !isUntouchedSecret(field, { key, stored, input }),
    ),
  );
  const { values, failures } = parseInput(fields, all);
  const changed = Object.fromEntries(Object.keys(input).map((key) => [key, values[key] ?? input[key]]));
  const keys = readKeys(catalog, changed);
  Object.assign(failures, checkAddresses(changed), keys.failures);
  for (const key of unknown) failures[key] = [{ rule: 'unknown_field', params: [] }];
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  return { ...changed, ...keys.values };
}

async function writeOne(trx: Db, call: AdminCall, { key, field, stored }: SettingChange): Promise<void> {
  const group = call.ctx.settings.catalog.groupOf(key);
  const [kind, type, isSealed] = [field.kind, typeOf({ key, field }), isSecret(field)];
  const who = { user_id: call.actor.user_id, operator: call.actor.name };
  const now = call.ctx.clock();
  await trx
    .insertInto('config_changes')
    .values({ key, value: stored, is_secret: isSealed, ...who, created_at: now })
    .execute();
  if (stored === null) {
    await trx.deleteFrom('configs').where('key', '=', key).execute();
    return;
  }
  await sql`insert into configs (name, key, "group", type, input_type, value, is_secret, version, updated_at, updated_by)
    values (${key}, ${key}, ${group}, ${type}, ${kind}, ${stored}, ${isSealed}, 2, ${now}, ${call.actor.user_id})
    on conflict (key) do update set value = excluded.value, type = excluded.type, is_secret = excluded.is_secret, "group" = excluded."group",
      input_type = excluded.input_type, version = configs.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(
    trx,
  );
}

/** As logged: for a secret only whether it was set or cleared. */
function forLog(setting: KnownSetting, stored: string | null): unknown {
  if (isSecret(setting.field)) return stored ? setSecret : null;
  return toShown(setting, stored);
}

/** The first change of a setting also records its previous value, so that it can be rolled back. */
async function keepFirst(
  trx: Db,
  call: AdminCall,
  { key, field, before }: KnownSetting & { before: StoredConfig | undefined },
): Promise<void> {
  const existing = await trx
    .selectFrom('config_changes')
    .select('id')
    .where('key', '=', key)
    .limit(1)
    .executeTakeFirst();
  if (existing) return;
  await trx
    .insertInto('config_changes')
    .values({
      key,
      value: before?.value ?? null,
      is_secret: isSecret(field),
      user_id: null,
      operator: '',
      created_at: before?.updated_at ?? call.ctx.clock(),
    })
    .execute();
}

/** Files and videos stay readable: where a vendor keeps them does not change while it has some. */
async function checkPlaces(
  { ctx }: AdminCall,
  changes: readonly SettingChange[],
  before: StoredConfigs,
): Promise<void> {
  // A default that is now written out says the same place.
  const keys = changes
    .filter((one) => toShown(one, one.stored) !== toShown(one, before.get(one.key)?.value ?? null))
    .map(({ key }) => key);
  const files = await ctx.adapters.storage.findBound(keys);
  if (files) throw new AppError('config.files_there', { field: files.setting, params: { count: files.files } });
  const videos = await findBoundVideos(ctx, keys);
  if (videos) throw new AppError('config.videos_there', { field: videos.setting, params: { count: videos.videos } });
}

/** Writes changes with their history and one log entry; every node applies them on commit. */
export async function writeChanges(
  trx: Db,
  call: AdminCall,
  {
    changes: requested,
    stored,
    reason = '',
  }: { changes: readonly SettingChange[]; stored: StoredConfigs; reason?: string },
): Promise<string[]> {
  const changes = requested.filter(
    ({ key, field, stored: next }) =>
      next !== (stored.get(key)?.value ?? null) && !(next === '' && isSecret(field) && !stored.get(key)?.value),
  );
  if (changes.length === 0) return [];
  await checkPlaces(call, changes, stored);
  for (const change of changes) {
    await keepFirst(trx, call, { ...change, before: stored.get(change.key) });
    await writeOne(trx, call, change);
  }
  await call.ctx.bus.publish(trx, 'configs');
  const side = (pick: (change: SettingChange) => string | null): SettingInput =>
    Object.fromEntries(changes.map((change) => [change.key, forLog(change, pick(change))]));
  await writeLog(trx, call, {
    resource: 'configs',
    action: 'update',
    record_title: `resources.configs.groups.${call.ctx.settings.catalog.groupOf(changes[0]?.key ?? '')}`,
    reason,
    before: side(({ key }) => stored.get(key)?.value ?? null),
    after: side((change) => change.stored),
  });
  return changes.map(({ key }) => key);
}

/** Serializes concurrent saves. */
export const lockConfigs = (trx: Db): Promise<void> => lockUntilCommit(trx, 'configs');
