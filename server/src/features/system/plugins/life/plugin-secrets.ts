import type { PluginManifest } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { Context } from '../../../../core/context.ts';
import type { Secrets } from '../../../../core/secrets.ts';
import type { Db } from '../../../../db/pool.ts';

const purpose = 'plugin';

/** What a sealed value is bound to, as `sealedColumns` joins it. */
const subject = (plugin: string, key: string): string => `${plugin}/${key}`;

/** The settings of a plugin that are secrets. */
export const secretKeys = ({ settings }: PluginManifest): string[] =>
  Object.entries(settings).flatMap(([key, { field }]) => (field.kind === 'password' ? [key] : []));

type Change = { plugin: string; values: Readonly<Record<string, unknown>> };

/** Seals the values by key; an empty one is removed. */
export async function saveSecrets(trx: Db, secrets: Secrets, { plugin, values }: Change): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value !== 'string' || value === '') {
      await trx.deleteFrom('plugin_secrets').where('plugin_id', '=', plugin).where('key', '=', key).execute();
      continue;
    }
    const sealed = secrets.seal(purpose, value, subject(plugin, key));
    await trx
      .insertInto('plugin_secrets')
      .values({ plugin_id: plugin, key, value: sealed })
      .onConflict((conflict) => conflict.columns(['plugin_id', 'key']).doUpdateSet({ value: sealed }))
      .execute();
  }
}

/** The secrets that the manifest declares, for the plugin itself; an empty text where none is set. */
export async function openSecrets(
  { db, secrets }: Context,
  { id, manifest }: { id: string; manifest: PluginManifest },
): Promise<Record<string, string>> {
  const keys = secretKeys(manifest);
  if (keys.length === 0) return {};
  const rows = await db
    .selectFrom('plugin_secrets')
    .select(['key', 'value'])
    .where('plugin_id', '=', id)
    .where('key', 'in', keys)
    .execute();
  const open = (key: string): string => {
    const row = rows.find((one) => one.key === key);
    return row ? secrets.open(purpose, row.value, subject(id, key)).toString('utf8') : '';
  };
  return Object.fromEntries(keys.map((key) => [key, open(key)]));
}
