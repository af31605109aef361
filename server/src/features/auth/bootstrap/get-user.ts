import type * as auth from '@kaike/shared/contracts/auth/auth';
import { sessionLifetimeMinutes } from '@kaike/shared/domain/constants';
import { presentUser } from '../login/public.ts';
import type { CallOf } from '../../../core/call.ts';

export async function getUser({ ctx, actor, locale }: CallOf<typeof auth.getUser>) {
  return actor ? presentUser(ctx.db, actor, locale) : { user: null, lifetime: sessionLifetimeMinutes };
}
