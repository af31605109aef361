import { pluginState, type PluginState } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { AppError } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { parseFields } from '../../../../kit/fields/parse-fields.ts';
import { writeLine, type PluginRow } from '../plugins.store.ts';
import { removeFolders } from '../run/plugin-folder.ts';
import { deleteSchema } from '../run/plugin-schema.ts';
import { findPlugin, type LogPluginChange } from './install-package.ts';
import { saveSecrets, secretKeys } from './plugin-secrets.ts';
import { deleteMenus, hideMenus, writeMenus } from './plugin-menus.ts';
import { scheduleJobs } from './schedule.ts';

async function write(ctx: Context, trx: Db, { after, note }: { after: PluginRow; note: string }): Promise<void> {
  const { id, state, settings } = after;
  const now = ctx.clock();
  await trx
    .updateTable('plugins')
    .set({ state, settings: JSON.stringify(settings), updated_at: now })
    .where('id', '=', id)
    .execute();
  await writeLine(trx, { plugin: id, level: 'info', message: note, now });
  await ctx.bus.publish(trx, `plugins:${id}`);
}

/** Switches a plugin on or off; what was switched off by faults starts anew. */
export async function setPluginState(
  ctx: Context,
  id: string,
  isOn: boolean,
  log?: LogPluginChange,
): Promise<PluginRow> {
  const before = await findPlugin(ctx.db, id);
  const state: PluginState = isOn ? pluginState.on : pluginState.off;
  const after = { ...before, state };
  await ctx.db.transaction().execute(async (trx) => {
    if (isOn) {
      await writeMenus(trx, before.manifest);
      await scheduleJobs(trx, before.manifest, ctx.clock());
      // Faults of the past must not switch it off again at once.
      await trx
        .updateTable('plugin_logs')
        .set({ level: 'error' })
        .where('plugin_id', '=', id)
        .where('level', '=', 'fault')
        .execute();
    } else await hideMenus(trx, id);
    await write(ctx, trx, { after, note: isOn ? 'on' : 'off' });
    await log?.(trx, { before, after });
  });
  return after;
}

type Values = Record<string, unknown>;

/** The values with these keys, and the others. */
function partition(values: Values, keys: readonly string[]): [Values, Values] {
  const pick = (isIn: boolean): Values =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key) === isIn));
  return [pick(true), pick(false)];
}

/** Saves settings by the rules that the plugin declares: of secrets, null stays what it is, and an empty text removes it. */
export async function saveSettings(
  ctx: Context,
  id: string,
  raw: Record<string, unknown>,
  log?: LogPluginChange,
): Promise<PluginRow> {
  const before = await findPlugin(ctx.db, id);
  const declared = before.manifest.settings;
  const unknown = Object.keys(raw).filter((key) => !Object.hasOwn(declared, key));
  const secretOnes = secretKeys(before.manifest);
  const sent = Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => value !== null || !secretOnes.includes(key)),
  );
  const { values, failures } = parseFields(
    Object.entries(declared).map(([key, { field }]) => [key, field]),
    sent,
    { partial: true },
  );
  const all = {
    ...failures,
    ...Object.fromEntries(unknown.map((key) => [key, [{ rule: 'unknown_field', params: [] }]])),
  };
  if (Object.keys(all).length > 0) throw new AppError('request.invalid', { failures: all });
  const [secret, open] = partition(values, secretOnes);
  const set = secretOnes.filter((key) => (key in secret ? secret[key] !== '' : before.secrets.includes(key)));
  const after = { ...before, settings: { ...before.settings, ...open }, secrets: set };
  await ctx.db.transaction().execute(async (trx) => {
    await saveSecrets(trx, ctx.secrets, { plugin: id, values: secret });
    await write(ctx, trx, { after, note: Object.keys(values).join(', ') });
    await log?.(trx, { before, after });
  });
  return after;
}

/** Removes a plugin. Its tables and settings stay unless `withData`: the same plugin, installed again, has them back. */
export async function uninstallPlugin(
  ctx: Context,
  id: string,
  withData: boolean,
  log?: LogPluginChange,
): Promise<PluginRow> {
  const before = await findPlugin(ctx.db, id, { removed: true });
  const after: PluginRow = { ...before, state: pluginState.removed };
  await ctx.db.transaction().execute(async (trx) => {
    await log?.(trx, { before, after });
    await hideMenus(trx, id);
    await write(ctx, trx, { after, note: 'removed' });
  });
  if (withData) {
    // The row goes last: while it is there, a removal that failed can be repeated.
    await deleteSchema(ctx, id);
    await ctx.db.transaction().execute(async (trx) => {
      await deleteMenus(trx, id);
      await trx.deleteFrom('plugins').where('id', '=', id).execute();
      await ctx.bus.publish(trx, `plugins:${id}`);
    });
  }
  removeFolders(ctx.config.data_dir, id, null);
  return after;
}
