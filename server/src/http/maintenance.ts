import type { Context } from '../context.ts';
import { AppError } from './app-error.ts';

const lookEveryMs = 2000;

/** Asks at most every two seconds whether `kaike down` was said; then everything but health and assets answers 503. */
export function createMaintenanceCheck(ctx: Context): () => Promise<void> {
  let checkedAt = 0;
  let isDown = false;
  return async () => {
    const now = Date.now();
    if (now - checkedAt > lookEveryMs) {
      checkedAt = now;
      const row = await ctx.db.selectFrom('app_state').select('value').where('key', '=', 'maintenance').executeTakeFirst();
      const value = row?.value;
      isDown = value === true || (typeof value === 'object' && value !== null && (value as { down?: unknown }).down !== false);
    }
    if (isDown) throw new AppError('server.maintenance');
  };
}
