import { sql } from 'kysely';
import * as apiTokensApi from '@kaike/shared/contracts/system/api-tokens';
import { apiTokens } from '@kaike/shared/resources/system/api-tokens';
import { route } from '../../../core/route.ts';
import { defineBehaviour, type ActionResult, type ActionRun, type FailedRow } from '../../../kit/behaviour.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { issueApiToken } from './issue-api-token.ts';

async function revoke({ trx, call, rows }: ActionRun<typeof apiTokens>): Promise<ActionResult> {
  const failed = rows
    .filter(({ revoked_at: at }) => at !== null)
    .map(({ id }): FailedRow => ({ id, code: 'record.state' }));
  const ids = rows.filter(({ revoked_at: at }) => at === null).map(({ id }) => id);
  await setColumns({ trx, call }, 'api_tokens', { ids, values: { revoked_at: call.ctx.clock() } });
  return { changed: ids.length, failed };
}

export const apiTokensBehaviour = defineBehaviour(apiTokens, {
  computed: {
    state: sql`case when r.revoked_at is not null then 'revoked' when r.expires_at <= now() then 'expired' else 'live' end`,
  },
  actions: { revoke },
  routes: [
    route.admin(apiTokensApi.issueApiToken, {
      permission: 'admin.api-tokens.issue',
      limit: { max: 20, seconds: 3600, by: 'user' },
      handler: issueApiToken,
    }),
  ],
});
