import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

export type MigrationFile = { name: string; checksum: string; sql: string };

const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** The schema cannot be brought up to date; the message says which file and what to do. */
export class MigrationError extends OperatorError {}

/** Beside the bundle (`dist/server` → `dist/migrations`) or beside the source (`server/src/db` → `server/migrations`). */
export function findMigrationsFolder(from: string = import.meta.dirname): string {
  const folder = [join(from, '../migrations'), join(from, '../../migrations')].find((each) => existsSync(each));
  if (folder === undefined) throw new MigrationError('The migrations folder is missing; build the server again.');
  return folder;
}

/** All migrations of a folder in order. Line endings do not affect the checksum. */
export function loadMigrations(folder: string): MigrationFile[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = NAME.exec(name)?.[1];
    if (number === undefined) throw new MigrationError(`${name} is not named like 0001_what_it_does.sql.`);
    if (numbers.has(number))
      throw new MigrationError(`Two migrations have the number ${number}; rename the one that was not released.`);
    numbers.add(number);
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}
