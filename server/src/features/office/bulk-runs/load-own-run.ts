import type { AdminCall, ById } from '../../../core/call.ts';
import { type RunRow, findRun } from './bulk-run.store.ts';

/** The run of this id that this person started; refused as not found if it is another’s. */
export const loadOwnRun = (call: AdminCall & ById): Promise<RunRow> =>
  findRun(call.ctx.db, { user_id: call.actor.user_id, id: call.params.id, now: call.ctx.clock() });
