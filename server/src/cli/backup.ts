import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkBackup } from '../backup/check-backup.ts';
import { countRemoteFiles } from '../backup/remote-files.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { OperatorError } from '../db/operator-error.ts';
import { connectAsPlugin } from '../features/system/plugins/public.ts';
import { textOf, type Command } from './run/command.ts';
import { printLine } from './run/print-line.ts';
import { withContext } from './run/with-database.ts';

const PLUGINS_LEFT_OUT = 1;

/** The file to write: in the data folder's `backups`, in the folder given, or at the path given. */
function chooseFile(out: string | null, dataFolder: string): string {
  const name = `kaike-${new Date().toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')}.tar.gz`;
  const folder = join(dataFolder, 'backups');
  if (out === null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = resolve(out ?? folder);
  const file = existsSync(target) && statSync(target).isDirectory() ? join(target, name) : target;
  if (existsSync(file)) throw new OperatorError(`${file} exists already; a backup never replaces a file.`);
  return file;
}

export const command: Command = {
  options: {
    out: {
      type: 'string',
      value: 'PATH',
      description: "file or folder to write to; the data folder's backups when absent",
    },
  },
  notes: [
    'The server may keep running: the backup is a consistent snapshot. Files in an external storage are not included. The archive holds password hashes, personal data and, when it was',
    "generated, the installation's secret: keep it as safe as the data, and on another machine. Exit code 1 when the data of a plugin could",
    'not be read: it is named and left out, everything else is there.',
  ].join('\n'),
  async run({ values }) {
    return withContext(async (ctx, connection) => {
      const { config, pool } = ctx;
      const file = chooseFile(textOf(values, 'out'), config.data_dir);
      const isGenerated = !process.env['KAIKE_SECRET'];
      const { left_out = [] } = await writeBackup({
        connection,
        data_dir: config.data_dir,
        secret: config.secret,
        with_secret: isGenerated,
        file,
        plugin_account: (id) => connectAsPlugin(ctx, id),
        log: printLine,
      });
      await checkBackup(file);
      printLine(`${file}: ${(statSync(file).size / 1024 ** 2).toFixed(1)} MiB, verified.`);
      for (const { storage, count, mebibytes } of await countRemoteFiles(pool))
        printLine(`Not included: ${count} files (${mebibytes} MiB) at ${storage}; back them up there.`);
      if (!isGenerated) printLine('KAIKE_SECRET is not included; keep it as well, restoring needs it.');
      return left_out.length > 0 ? PLUGINS_LEFT_OUT : undefined;
    });
  },
};
