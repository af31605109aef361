import { sql } from 'kysely';
import type { readConsequences } from '@kaike/shared/contracts/agencies';
import { cardState } from '@kaike/shared/domain/card-state';
import { agencyStatus } from '@kaike/shared/domain/people';
import { transferState } from '@kaike/shared/domain/quota-transfer';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { assert } from '../../http/app-error.ts';
import type { AdminCall } from '../../http/route.ts';
import { showRow } from '../../kit/read-rows.ts';

type Answer = AnswerOf<typeof readConsequences>;

/** What stops, and what stays good, when this agency is frozen or ended. */
export async function consequencesOf(call: AdminCall): Promise<Answer> {
  const { db, resources } = call.ctx;
  const { id } = await showRow({ db, actor: call.actor, resource: resources.get('agencies') }, Number(call.params['id']));
  const { rows } = await sql<Answer>`select a.card_num as balance,
      (select count(*)::int from cards c where c.agency_id = a.id and c.state = ${cardState.stock}) as stock,
      (select count(*)::int from cards c where c.agency_id = a.id and c.state in (${cardState.issued}, ${cardState.claimed})) as issued,
      (select count(*)::int from cards c where c.agency_id = a.id and c.state = ${cardState.activated}) as activated,
      (select count(*)::int from agencies b where b.lft > a.lft and b.rgt < a.rgt and b.status <> ${agencyStatus.ended} and b.deleted_at is null) as agencies,
      (select count(*)::int from members m where m.agency_id = a.id and m.deleted_at is null) as members,
      (select count(*)::int from user_sessions s where s.user_id = a.user_id and s.revoked_at is null and s.expires_at > ${call.ctx.clock()}) as sessions,
      (select count(*)::int from quota_transfers t where t.state = ${transferState.waiting} and a.id in (t.from_agency_id, t.to_agency_id)) as waiting
    from agencies a where a.id = ${id}`.execute(db);
  assert(rows[0], 'record.not_found');
  return rows[0];
}
