import { pluginSchemasOf, restorePluginRows } from '../../../../backup/restore-plugins.ts';
import type { BackupManifest } from '../../../../backup/manifest.ts';
import type { Context } from '../../../../core/context.ts';
import { unpackFiles } from '../package/load-package.ts';
import { findArchive, loadPlugins } from '../plugins.store.ts';
import { pluginsOf } from '../run/plugin-host.ts';
import { ensureResourceTables } from '../resources/resource-tables.ts';
import { deleteSchema, ensureSchema, resourceSchemaOf, schemaOf } from '../run/plugin-schema.ts';

type Source = { file: string; manifest: BackupManifest; log: (line: string) => void };

/**
 * Brings back the tables of plugins after a restore: each gets its account and its schema, its own migrations make the tables,
 * and the rows of the backup replace what is in them. Returns the plugins for which that failed; the school works without them.
 */
export async function restorePluginData(ctx: Context, { file, manifest, log }: Source): Promise<string[]> {
  const schemas = pluginSchemasOf(manifest);
  const isIn = (schema: string): boolean => schemas.includes(schema);
  const plugins = (await loadPlugins(ctx.db)).filter(({ id }) => isIn(schemaOf(id)) || isIn(resourceSchemaOf(id)));
  const failed: string[] = [];
  for (const row of plugins) {
    const { id } = row;
    try {
      await deleteSchema(ctx, id);
      await ensureResourceTables(ctx, row.manifest);
      if (row.manifest.server !== null)
        await pluginsOf(ctx).probe(row, unpackFiles((await findArchive(ctx.db, id)) ?? Buffer.alloc(0)));
      if (isIn(schemaOf(id)))
        await restorePluginRows(await ensureSchema(ctx, id), { file, manifest, schema: schemaOf(id) });
      // The tables of resources are the product's own.
      if (isIn(resourceSchemaOf(id)))
        await restorePluginRows(ctx.pool.options, { file, manifest, schema: resourceSchemaOf(id) });
      log(`The data of the plugin ${id} is back.`);
    } catch (error) {
      log(
        `The data of the plugin ${id} could not be restored: ${error instanceof Error ? error.message : String(error)}`,
      );
      failed.push(id);
    }
  }
  return failed;
}
