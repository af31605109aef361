import type * as webhooksApi from '@kaike/shared/contracts/system/webhooks';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { webhooks } from '@kaike/shared/resources/system/webhooks';
import type { AdminCallOf } from '../../../core/call.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { openWebhookSecret } from './webhook-secret.ts';

export async function revealWebhookSecret(
  call: AdminCallOf<typeof webhooksApi.revealWebhookSecret>,
): Promise<ResponseOf<typeof webhooksApi.revealWebhookSecret>> {
  const { ctx, actor, params } = call;
  return ctx.db.transaction().execute(async (trx) => {
    const { id, name } = await loadRow({ db: trx, actor, resource: ctx.resources.of(webhooks) }, params.id);
    const stored = await trx
      .selectFrom('webhooks')
      .select(['code', 'secret'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await writeLog(trx, call, { resource: 'webhooks', action: 'secret', record_id: id, record_title: name });
    return { secret: openWebhookSecret(ctx.secrets, stored) };
  });
}
