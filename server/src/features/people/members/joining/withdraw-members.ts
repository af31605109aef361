import { sql } from 'kysely';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { members } from '@kaike/shared/resources/people/members';
import type { FailedRow, RowOf, Write } from '../../../../kit/behaviour.ts';
import type { Db } from '../../../../db/pool.ts';
import { returnMember } from '../../../agencies/agencies/public.ts';
import { postSeconds } from '../../../ai/seconds/public.ts';
import type { Signer } from '../../../commerce/ledgers/public.ts';

type Member = RowOf<typeof members>;

/** Only a learner entered by the back office who has not come yet can be taken back: by the undo of an import. */
export async function refuseRemoval({ trx }: Write, rows: Member[]): Promise<FailedRow[]> {
  const { rows: fresh } = await sql<{ id: number }>`select m.id from members m join users u on u.id = m.user_id
      join first_logins f on f.user_id = u.id
    where m.id = any(${rows.map(({ id }) => id)}::bigint[]) and m.status <> ${memberStatus.merged} and u.last_login_at is null and f.used_at is null
      and not exists (select 1 from cards c where c.owner_member_id = m.id) and not exists (select 1 from pay_orders o where o.member_id = m.id)`.execute(
    trx,
  );
  const removable = new Set(fresh.map(({ id }) => id));
  return rows.filter(({ id }) => !removable.has(id)).map(({ id }) => ({ id, code: 'member.arrived' }));
}

/** Takes back all seconds of members who never came. */
async function takeSeconds(
  trx: Db,
  ids: readonly number[],
  by: { operator_id: number; now: Date; secrets: Signer },
): Promise<void> {
  const { rows } = await sql<{
    id: number;
    seconds: number;
  }>`select id, ai_seconds_left as seconds from members where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    trx,
  );
  const entries = rows.map(({ id, seconds }) => ({
    member_id: id,
    type: secondsType.admin,
    delta: -seconds,
    ref_type: 'member',
    ref_id: id,
    idempotency_key: `member:${id}:return`,
  }));
  await postSeconds(trx, entries, { ...by, when_short: 'refuse' });
}

/** Frees number and mailbox, so that a corrected sheet can be imported; revokes what was opened and returns its quota. */
export async function withdrawMembers({ trx, call }: Write, rows: Member[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const now = call.ctx.clock();
  await sql`update entitlements set revoked_at = ${now}, revoke_reason = '', revoked_by = ${call.actor.admin.id} where member_id = any(${ids}::bigint[]) and revoked_at is null`.execute(
    trx,
  );
  const by = { operator_id: call.actor.user_id, now, secrets: call.ctx.secrets };
  await takeSeconds(trx, ids, by);
  await sql`update members set status = ${memberStatus.cancelled}, access_version = access_version + 1 where id = any(${ids}::bigint[])`.execute(
    trx,
  );
  await sql`delete from first_logins f using members m where m.id = any(${ids}::bigint[]) and f.user_id = m.user_id`.execute(
    trx,
  );
  await sql`update users u set mobile_phone = null, email = null, username = null, status = ${userStatus.cancelled}, version = u.version + 1, updated_at = ${now}
    from members m where m.id = any(${ids}::bigint[]) and u.id = m.user_id`.execute(trx);
  for (const member_id of ids.toSorted((a, b) => a - b)) await returnMember(trx, { member_id, ...by });
}
