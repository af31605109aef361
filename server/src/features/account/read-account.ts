import type { Account } from '@kaike/shared/contracts/account';
import { cancellingDays, memberStatus } from '@kaike/shared/domain/people/member-status';
import type { Db } from '../../db/pool.ts';
import type { Call, MemberCall } from '../../core/call.ts';

const dayMs = 86_400_000;

/** When the personal data of a closing account will be erased. */
export const eraseTime = (since: Date): Date => new Date(since.getTime() + cancellingDays * dayMs);

/** Whether face matching is available for this request. */
export const mayMatchFace = ({ ctx, may_use_stand_ins }: Pick<Call, 'ctx' | 'may_use_stand_ins'>): boolean =>
  ctx.adapters.face.is_offered && (!ctx.adapters.face.is_local || may_use_stand_ins);

/** The member's account, as shown to its owner. */
export async function readAccount(call: MemberCall<unknown, unknown>, db: Db = call.ctx.db): Promise<Account> {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('real_name_reviews as v', 'v.member_id', 'm.id')
    .select([
      'u.name as nickname',
      'u.avatar',
      'u.mobile_phone',
      'u.password_hash',
      'm.gender',
      'm.birthday',
      'm.school',
      'm.grade',
      'm.real_name',
      'm.id_card_last4',
      'v.real_name as pending_name',
      'v.id_card_last4 as pending_last4',
      'm.is_auth',
      'm.auth_method',
      'm.auth_refusal as refusal',
      'm.status',
      'm.cancelling_since',
      'm.version',
    ])
    .where('m.id', '=', call.actor.member.id)
    .executeTakeFirstOrThrow();
  const { password_hash: hash, cancelling_since: since, ...fields } = row;
  return {
    ...fields,
    has_password: hash !== null,
    can_match_face: mayMatchFace(call),
    erase_at: since && row.status === memberStatus.cancelling ? eraseTime(since).toISOString() : null,
  };
}
