import { sql } from 'kysely';
import type { MigrationEntry } from '@kaike/shared/contracts/system/developments';
import type * as developments from '@kaike/shared/contracts/system/developments';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { findMigrationsFolder, loadMigrations } from '../../../db/migration-files.ts';

/** Files and the table together: what waits, and what was applied when. */
export async function listMigrations({
  ctx,
}: AdminCallOf<typeof developments.listMigrations>): Promise<ResponseOf<typeof developments.listMigrations>> {
  const { rows } = await sql<{
    name: string;
    applied_at: Date;
  }>`select name, applied_at from schema_migrations`.execute(ctx.db);
  const applied = new Map(rows.map(({ name, applied_at: at }) => [name, at.toISOString()]));
  const files = loadMigrations(findMigrationsFolder()).map(({ name }) => name);
  const names = [...new Set([...files, ...applied.keys()])].toSorted().toReversed();
  return { migrations: names.map((name): MigrationEntry => ({ name, applied_at: applied.get(name) ?? null })) };
}
