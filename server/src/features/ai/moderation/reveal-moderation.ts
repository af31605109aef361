import type * as aiModerationsApi from '@kaike/shared/contracts/ai/ai-moderations';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { aiModerations } from '@kaike/shared/resources/ai/ai-moderations';
import type { AdminCallOf } from '../../../core/call.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { openText } from './sealed-text.ts';

/** The words of one entry; who reads them and why is in the operation log before anything is returned. */
export async function revealModeration(
  call: AdminCallOf<typeof aiModerationsApi.revealModeration>,
): Promise<ResponseOf<typeof aiModerationsApi.revealModeration>> {
  const { ctx, actor, params, body } = call;
  return ctx.db.transaction().execute(async (trx) => {
    const row = await loadRow({ db: trx, actor, resource: ctx.resources.of(aiModerations) }, params.id);
    const sealed = await trx
      .selectFrom('ai_moderations')
      .select('text_enc')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    await writeLog(trx, call, {
      resource: 'ai-moderations',
      action: 'reveal',
      record_id: row.id,
      record_title: String(row.id),
      reason: body.reason,
    });
    return { text: sealed.text_enc ? openText(ctx.secrets, row, sealed.text_enc) : null };
  });
}
