import { sql } from 'kysely';
import type * as agencyDesk from '@kaike/shared/contracts/cards/agency-desk';
import { cards } from '@kaike/shared/resources/cards/cards';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { withIdempotency } from '../../../core/with-idempotency.ts';
import { findRows } from '../../../kit/read/load-rows.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { voidCards, workOf } from '../cards/public.ts';

/** Takes back a card this person issued, while its secret is shown. It is voided, because its secret was seen; the quota is returned. */
export async function reclaimCard(call: AdminCallOf<typeof agencyDesk.reclaimCard>): Promise<{ changed: number }> {
  const { ctx, actor, params } = call;
  return withIdempotency(call, `agency-home.take-back.${params.id}`, async (trx) => {
    const now = ctx.clock();
    const { rows: own } = await sql<{ card_id: number }>`update card_handouts set taken_back_at = ${now}
      where card_id = ${params.id} and user_id = ${actor.user_id} and taken_back_at is null and secret_until > ${now} returning card_id`.execute(
      trx,
    );
    assert(own[0], 'agency.take_back_over');
    await sql`select id from cards where id = ${params.id} for no key update`.execute(trx);
    const rows = await findRows({ db: trx, actor, resource: ctx.resources.of(cards) }, [params.id]);
    const reason = call.t('agencies.desk.taken_back');
    const { changed, failed } = await voidCards(workOf({ trx, call, rows, reason }));
    const [refusal] = failed;
    if (refusal) throw new AppError(refusal.code, refusal.params ? { params: refusal.params } : {});
    assert(changed === 1, 'record.not_found');
    await writeLog(trx, call, {
      resource: 'cards',
      action: 'take-back-one',
      record_id: params.id,
      record_title: String(rows[0]?.card_no ?? ''),
    });
    return { changed };
  });
}
