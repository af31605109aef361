import type * as apiTokens from '@kaike/shared/contracts/system/api-tokens';
import { apiTokenPrefix } from '@kaike/shared/domain/system/api-token';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { closedToTokens } from '../../../core/route.ts';
import { hashToken, makeToken } from '../../../core/secrets.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { routesOf } from '../../auth/bootstrap/public.ts';

const dayMs = 86_400_000;
const endingLength = 4;

/** Every scope is the second part of a permission that tokens can have, so that a typing error is not a token without rights. */
async function checkScopes(
  { ctx }: AdminCallOf<typeof apiTokens.issueApiToken>,
  scopes: readonly string[],
): Promise<void> {
  const menus = await ctx.db
    .selectFrom('menus')
    .select('key')
    .where('key', 'like', 'admin.%')
    .where('action', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  const closed = closedToTokens(routesOf(ctx));
  const allScopes = new Set(['*', ...menus.flatMap(({ key }) => (closed.has(key) ? [] : [key.split('.')[1]]))]);
  if (!scopes.every((scope) => allScopes.has(scope)))
    throw new AppError('request.invalid', { failures: { scopes: [{ rule: 'in', params: [] }] } });
}

/** Creates a token in the caller's name. The response is not stored for retries: a retry creates another token. */
export async function issueApiToken(
  call: AdminCallOf<typeof apiTokens.issueApiToken>,
): Promise<ResponseOf<typeof apiTokens.issueApiToken>> {
  const { name, access, scopes, days } = call.body;
  await checkScopes(call, scopes);
  const token = apiTokenPrefix + makeToken();
  const now = call.ctx.clock();
  return call.ctx.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('api_tokens')
      .values({
        user_id: call.actor.user_id,
        name,
        access,
        scopes,
        token_hash: hashToken(token),
        ending: token.slice(-endingLength),
        expires_at: new Date(now.getTime() + days * dayMs),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeLog(trx, call, {
      resource: 'api-tokens',
      action: 'issue',
      record_id: id,
      record_title: name,
      after: { access, scopes, days },
    });
    return { id, token };
  });
}
