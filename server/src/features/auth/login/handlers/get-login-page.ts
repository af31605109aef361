import type * as auth from '@kaike/shared/contracts/auth/auth';
import { mustVerify } from '../login-throttle.ts';
import { loadOtherLogins } from '../other-logins.ts';
import { parseLoginName } from '../users.store.ts';
import type { CallOf } from '../../../../core/call.ts';

export async function getLoginPage({ ctx, ip, query, user_agent }: CallOf<typeof auth.getLoginPage>) {
  return {
    other_login: await loadOtherLogins(ctx, user_agent),
    must_verify: await mustVerify(ctx, { name: parseLoginName(query.username ?? ''), ip }),
  };
}
