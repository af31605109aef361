import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { undoHours } from './undo-import.ts';

/** Deletes imports that can no longer be undone. */
export async function cleanImports(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock().getTime() - 2 * undoHours * 3_600_000);
  await sql`delete from imports where created_at < ${before}`.execute(ctx.db);
}
