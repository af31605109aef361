import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pluginSchemasOf } from '../backup/restore-plugins.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { secretFile } from '../process/data-folder.ts';
import { OperatorError } from '../db/operator-error.ts';
import { restorePluginData } from '../features/system/plugins/public.ts';
import type { Command } from './run/command.ts';
import { printLine } from './run/print-line.ts';
import { withContext, withDatabase } from './run/with-database.ts';

const PLUGINS_LEFT_OUT = 1;

export const command: Command = {
  parameters: ['FILE'],
  options: { force: { type: 'boolean', description: 'replace the existing data' } },
  notes:
    'Stop the server first. The file is verified before anything is changed; the database is replaced as a whole or not at all. When it was interrupted, run it again.',
  async run({ values, parameters }) {
    const file = resolve(parameters[0] ?? '');
    if (!existsSync(file)) throw new OperatorError(`${file} does not exist.`);
    let failed: string[] = [];
    const manifest = await withDatabase(({ config, connection }) =>
      restoreBackup({
        connection,
        data_dir: config.data_dir,
        file,
        force: values['force'] === true,
        log: printLine,
        given_secret: process.env['KAIKE_SECRET'] ? config.secret : null,
        secret_file: secretFile(config.data_dir),
        // With the secret of the backup, from which the accounts of plugins have their passwords.
        load_plugins: async (restored) => {
          if (pluginSchemasOf(restored).length === 0) return;
          failed = await withContext((ctx) => restorePluginData(ctx, { file, manifest: restored, log: printLine }), {
            is_restoring: true,
          });
        },
      }),
    );
    for (const id of manifest.left_out ?? []) printLine(`The backup was made without the data of the plugin ${id}.`);
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
    printLine(`Restored ${rows} rows in ${manifest.tables.length} tables, as of ${manifest.created_at}.`);
    return failed.length > 0 ? PLUGINS_LEFT_OUT : undefined;
  },
};
