import { sql } from 'kysely';
import type * as cardCartonsApi from '@kaike/shared/contracts/cards/card-cartons';
import { cartonState } from '@kaike/shared/domain/cards/carton-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { cardCartons } from '@kaike/shared/resources/cards/card-cartons';
import { AppError, assert } from '../../../../core/app-error.ts';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { loadRow } from '../../../../kit/read/load-rows.ts';
import { lockCarton, inCarton, usable } from './carton-row.ts';
import { parseNumbers } from './missing-cards.ts';

/** More than this is not a carton with missing cards but the wrong carton. */
const maxNumbers = 200;

/** Card numbers listed in an error. */
const maxListed = 5;

type Card = { id: number; card_no: string; state: number; frozen_at: Date | null };

/** Freezes the cards missing from a carton, with the reason; reporting one again changes nothing. */
export async function reportMissing(
  call: AdminCallOf<typeof cardCartonsApi.reportMissing>,
): Promise<ResponseOf<typeof cardCartonsApi.reportMissing>> {
  const { ctx, actor, body } = call;
  const row = await loadRow({ db: ctx.db, actor, resource: ctx.resources.of(cardCartons) }, call.params.id);
  const numbers = parseNumbers(body.numbers);
  if (numbers.length === 0 || numbers.length > maxNumbers)
    throw new AppError('request.invalid', {
      failures: { numbers: [{ rule: 'array_length', params: ['1', String(maxNumbers)] }] },
    });
  return withIdempotency(call, `card-cartons.missing.${row.id}`, async (trx) => {
    const carton = await lockCarton(trx, row.id);
    assert(carton && carton.state !== cartonState.voided, 'carton.state');
    const { rows } =
      await sql<Card>`select c.id, c.card_no, c.state, c.frozen_at from cards c where ${inCarton(carton)} and c.card_no = any(${numbers}::text[]) order by c.id for update`.execute(
        trx,
      );
    const matched = new Set(rows.map((card) => card.card_no));
    const unmatched = numbers.filter((number) => !matched.has(number));
    assert(unmatched.length === 0, 'carton.not_in_it', {
      field: 'numbers',
      params: { numbers: unmatched.slice(0, maxListed).join(', ') },
    });
    const frozen = rows.filter((card) => card.frozen_at === null && usable.some((state) => state === card.state));
    const now = ctx.clock();
    await sql`update cards set frozen_at = ${now}, frozen_reason = ${body.reason}, frozen_by_owner = false, version = version + 1, updated_at = ${now}
      where id = any(${frozen.map((card) => card.id)}::bigint[])`.execute(trx);
    const missing = carton.missing_count + frozen.length;
    await sql`update card_cartons set missing_count = ${missing}, version = version + 1, updated_at = ${now}, updated_by = ${actor.user_id} where id = ${carton.id}`.execute(
      trx,
    );
    await writeLog(trx, call, {
      resource: 'card-cartons',
      action: 'missing',
      record_id: carton.id,
      record_title: carton.scan_code,
      reason: body.reason,
      after: { cards: frozen.map((card) => card.card_no) },
    });
    for (const card of frozen)
      await writeLog(trx, call, {
        resource: 'cards',
        action: 'freeze',
        record_id: card.id,
        record_title: card.card_no,
        reason: body.reason,
      });
    return { frozen: frozen.length, missing_count: missing };
  });
}
