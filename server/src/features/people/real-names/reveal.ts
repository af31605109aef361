import type { members } from '@kaike/shared/resources/people/members';
import type { AdminCall } from '../../../core/call.ts';
import type { Db } from '../../../db/pool.ts';
import type { RowOf } from '../../../kit/behaviour.ts';
import { openIdCard } from './id-cards.ts';

/** The ID number under review, else the stored one. */
export async function revealIdCard(
  { ctx }: AdminCall,
  trx: Db,
  row: RowOf<typeof members>,
): Promise<Record<string, string | null>> {
  const waiting = await trx
    .selectFrom('real_name_reviews')
    .select('id_card')
    .where('member_id', '=', row.id)
    .executeTakeFirst();
  const sealed =
    waiting?.id_card ??
    (await trx.selectFrom('members').select('id_card').where('id', '=', row.id).executeTakeFirst())?.id_card;
  return { id_card: sealed ? openIdCard(ctx, row.id, sealed) : null };
}
