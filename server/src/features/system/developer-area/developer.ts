import { anyAdmin, route, type Caller, type Route } from '../../../core/route.ts';
import type { AdminActor } from '../../../core/actor.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import type { Contract, ResponseOf } from '@kaike/shared/kit/contract';

/**
 * Only the super administrator, and only on the machine that runs the server: what opens stand-ins to others on purpose does
 * not open this.
 */
export const mayDevelop = ({ ctx, actor, may_use_stand_ins: isHere }: Caller<AdminActor>): boolean =>
  ctx.config.env === 'local' && actor.admin.is_super && isHere && !ctx.config.expose_local_codes;

/** A route of the developer area; the only way to declare one. */
export const developerRoute = <C extends Contract>(
  contract: C,
  handler: (call: AdminCallOf<C>) => Promise<ResponseOf<C>>,
): Route =>
  // No role holds it: `mayDevelop` decides.
  route.admin(contract, { permission: anyAdmin, admits: mayDevelop, handler });
