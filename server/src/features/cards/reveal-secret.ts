import type { revealSecret } from '@kaike/shared/contracts/cards';
import { formatSecret } from '@kaike/shared/domain/card-secret';
import type { AnswerOf, BodyOf } from '@kaike/shared/kit/contract';
import type { AdminCall } from '../../http/route.ts';
import { writeLog } from '../../kit/operation-log.ts';
import { showRow } from '../../kit/read-rows.ts';
import { openSecret } from './card-secrets.ts';
import { spendCardLimit } from './check-approval.ts';

type RevealCall = AdminCall<BodyOf<typeof revealSecret>>;

/** The secret of one card, to somebody who may see it and says why; the log is written before the answer. */
export async function reveal(call: RevealCall): Promise<AnswerOf<typeof revealSecret>> {
  const { ctx, actor } = call;
  return ctx.db.transaction().execute(async (trx) => {
    const card = await showRow({ db: trx, actor, resource: ctx.resources.get('cards') }, Number(call.params['id']));
    await spendCardLimit(trx, ctx, { user_id: actor.user_id, subject: `secret:${card.id}`, count: 1 });
    const { secret_enc: sealed } = await trx.selectFrom('cards').select('secret_enc').where('id', '=', card.id).executeTakeFirstOrThrow();
    await writeLog(trx, call as AdminCall, {
      resource: 'cards', action: 'reveal', record_id: card.id, record_title: String(card['card_no']), reason: call.body.reason,
    });
    void call.reply.header('Cache-Control', 'no-store');
    return { secret: formatSecret(openSecret(ctx.secrets, sealed)) };
  });
}
