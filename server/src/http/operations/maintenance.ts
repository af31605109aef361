import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/app-error.ts';

const lookEveryMs = 2000;

/** `said`: the text of `kaike down --message`. */
type Maintenance = { is_down: boolean; message: string };

function readState(value: unknown): Maintenance {
  if (typeof value !== 'object' || value === null) return { is_down: value === true, message: '' };
  const { down, message } = value as { down?: unknown; message?: unknown };
  return { is_down: down !== false, message: typeof message === 'string' ? message.trim() : '' };
}

/** Checks at most every two seconds whether `kaike down` is in force; then everything except health and assets responds with 503 and the operator's message. */
export function createMaintenanceCheck(ctx: Context): () => Promise<void> {
  let checkedAt = 0;
  let state: Maintenance = { is_down: false, message: '' };
  return async () => {
    const now = Date.now();
    if (now - checkedAt > lookEveryMs) {
      checkedAt = now;
      const row = await ctx.db
        .selectFrom('app_state')
        .select('value')
        .where('key', '=', 'maintenance')
        .executeTakeFirst();
      state = readState(row?.value);
    }
    if (state.is_down) throw new AppError('server.maintenance', state.message === '' ? {} : { message: state.message });
  };
}
