import { sql } from 'kysely';
import type { Handout } from '@kaike/shared/contracts/cards/agency-desk';
import * as agencyDesk from '@kaike/shared/contracts/cards/agency-desk';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { addJob } from '../../../core/job.ts';
import { withIdempotency } from '../../../core/with-idempotency.ts';
import type { Db } from '../../../db/pool.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { checkMaySell, findOwn } from '../../agencies/agencies/public.ts';
import { loadHandout } from './desk.read.ts';
import { limitForeignNumbers } from '../../people/members/public.ts';
import { findInStock, makeOne } from './make-one.ts';

type Issue = AdminCallOf<typeof agencyDesk.issueCard>;

const minuteMs = 60_000;

/**
 * The learner with that number; an unknown one is refused at the field, since the card would reach nobody. Either answer
 * counts as one of the few numbers that an agency may learn of in a day.
 */
async function findLearner(trx: Db, call: Issue, mobile: string | null | undefined): Promise<number | null> {
  if (!mobile) return null;
  await limitForeignNumbers(call, { mobile_phone: mobile, email: null }, 'agency.too_many_numbers');
  const { rows } = await sql<{ id: number }>`select m.id from users u join members m on m.user_id = u.id
    where u.mobile_phone = ${mobile} and m.status = ${memberStatus.effective}`.execute(trx);
  if (!rows[0]) throw new AppError('agency.no_learner', { field: 'mobile_phone' });
  return rows[0].id;
}

async function handOut(trx: Db, call: Issue, agencyId: number): Promise<number> {
  const { product_id, mobile_phone: mobile, remark } = call.body;
  const now = call.ctx.clock();
  const order = { agency_id: agencyId, product_id };
  // Locks the agency: what it has in stock and in quota cannot change until this commits.
  await checkMaySell(trx, { ...order, now });
  const memberId = await findLearner(trx, call, mobile);
  const fromStock = await findInStock(trx, order, now);
  const id = fromStock ?? (await makeOne(trx, call, order));
  const { rows } = await sql<{
    card_no: string;
  }>`update cards set issued_at = ${now}, owner_member_id = ${memberId}::bigint,
      state = ${memberId === null ? cardState.issued : cardState.claimed}::smallint, claimed_at = ${memberId === null ? null : now}::timestamptz,
      remark = ${remark ?? ''}, version = version + 1, updated_at = ${now} where id = ${id} returning card_no`.execute(
    trx,
  );
  assert(rows[0], 'server.internal');
  await trx
    .insertInto('card_handouts')
    .values({
      card_id: id,
      agency_id: agencyId,
      user_id: call.actor.user_id,
      is_made: fromStock === null,
      secret_until: new Date(now.getTime() + agencyDesk.secretMinutes * minuteMs),
      created_at: now,
    })
    .execute();
  if (memberId !== null) await addJob(trx, 'text_handout', { card_id: id, locale: call.locale });
  await writeLog(trx, call, {
    resource: 'cards',
    action: 'issue-one',
    record_id: id,
    record_title: rows[0].card_no,
    after: { product_id, owner_member_id: memberId, ...(remark ? { remark } : {}) },
  });
  return id;
}

/** Issues one card for the agency of the caller. The stored answer of the request has the card's id only: the secret is opened when it is sent. */
export async function issueCard(call: Issue): Promise<Handout> {
  const own = await findOwn(call);
  const { id } = await withIdempotency(call, 'agency-home.issue-one', async (trx) => ({
    id: await handOut(trx, call, own.id),
  }));
  const handout = await loadHandout(call, id);
  assert(handout, 'record.not_found');
  return handout;
}
