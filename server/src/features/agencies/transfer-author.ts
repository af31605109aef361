import type { AdminCall } from '../../core/call.ts';

export const byOf = (call: AdminCall) => ({
  operator_id: call.actor.user_id,
  now: call.ctx.clock(),
  secrets: call.ctx.secrets,
});
