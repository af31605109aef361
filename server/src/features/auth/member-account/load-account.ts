import type { Account } from '@kaike/shared/contracts/auth/account';
import { cancellingDays, memberStatus } from '@kaike/shared/domain/people/member-status';
import type { Db } from '../../../db/pool.ts';
import type { FaceProvider } from '../../../adapters/face/port.ts';
import type { Call, MemberCall } from '../../../core/call.ts';

const dayMs = 86_400_000;

/** When the personal data of a closing account will be erased. */
export const eraseTime = (since: Date): Date => new Date(since.getTime() + cancellingDays * dayMs);

/** Who compares faces for this request; null when only people verify names. */
export async function findFaceProvider({
  ctx,
  may_use_stand_ins,
}: Pick<Call, 'ctx' | 'may_use_stand_ins'>): Promise<FaceProvider | null> {
  const provider = await ctx.adapters.face.provider();
  return provider?.name === 'local' && !may_use_stand_ins ? null : provider;
}

/** The member's account, as shown to its owner. */
export async function loadAccount(call: MemberCall<unknown, unknown>, db: Db = call.ctx.db): Promise<Account> {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('real_name_reviews as v', 'v.member_id', 'm.id')
    .leftJoin('face_checks as f', (join) => join.onRef('f.member_id', '=', 'm.id').on('f.verdict', 'is', null))
    .select([
      'u.name as nickname',
      'u.avatar',
      'u.mobile_phone',
      'u.password_hash',
      'm.gender',
      'm.birthday',
      'm.birthday_locked',
      'm.school',
      'm.grade',
      'm.real_name',
      'm.id_card_last4',
      'v.real_name as pending_name',
      'v.id_card_last4 as pending_last4',
      'f.certify_id',
      'f.provider',
      'f.vendor_url as url',
      'm.is_auth',
      'm.auth_method',
      'm.auth_refusal as refusal',
      'm.status',
      'm.daily_goal_min',
      'm.weekly_summary',
      'm.remind_hour',
      'm.cancelling_since',
      'm.version',
    ])
    .where('m.id', '=', call.actor.member.id)
    .executeTakeFirstOrThrow();
  const { password_hash: hash, cancelling_since: since, certify_id, provider, url, ...fields } = row;
  const face = await findFaceProvider(call);
  return {
    ...fields,
    has_password: hash !== null,
    face: face ? { provider: face.name, script: face.script } : null,
    face_check: certify_id && url && face?.name === provider ? { certify_id, url } : null,
    erase_at: since && row.status === memberStatus.cancelling ? eraseTime(since).toISOString() : null,
  };
}
