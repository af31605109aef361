import type { AdminCall } from '../../../core/call.ts';

/** Who writes a line of the quota ledger, and when. */
export const authorOf = (call: AdminCall) => ({
  operator_id: call.actor.user_id,
  now: call.ctx.clock(),
  secrets: call.ctx.secrets,
});
