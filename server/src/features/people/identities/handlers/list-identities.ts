import type * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import { loginTypes, isLoginType } from '@kaike/shared/domain/auth/third-party';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Browser } from '../../../../adapters/oauth/port.ts';
import type { Actor } from '../../../../core/actor.ts';
import type { Call } from '../../../../core/call.ts';

function browserOf({ user_agent: agent }: Pick<Call, 'user_agent'>): Browser {
  if (/MicroMessenger/i.test(agent)) return 'wechat';
  return /Android|iPhone|iPad|Mobile/i.test(agent) ? 'mobile' : 'desktop';
}

/** The configured services, and those no longer configured that the person is still bound to, so that they can unbind. */
export async function listIdentities(call: Call<Actor>): Promise<ResponseOf<typeof thirdParty.listIdentities>> {
  const [offered, rows] = await Promise.all([
    call.ctx.adapters.identity.offered(browserOf(call)),
    call.ctx.db
      .selectFrom('ousers')
      .select(['id', 'provider', 'nickname', 'bound_at', 'last_login_at'])
      .where('user_id', '=', call.actor.user_id)
      .orderBy('id')
      .execute(),
  ]);
  const services = Object.keys(loginTypes)
    .filter(isLoginType)
    .flatMap((type): ResponseOf<typeof thirdParty.listIdentities>['services'] => {
      const mine = rows
        .filter((row) => row.provider === loginTypes[type])
        .map(({ provider: _provider, bound_at, last_login_at, ...row }) => ({
          type,
          is_offered: offered.includes(type),
          ouser: {
            ...row,
            bound_at: bound_at?.toISOString() ?? null,
            last_login_at: last_login_at?.toISOString() ?? null,
          },
        }));
      return mine.length > 0 || !offered.includes(type) ? mine : [{ type, is_offered: true, ouser: null }];
    });
  return { services };
}
