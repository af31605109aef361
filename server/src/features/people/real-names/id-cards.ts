import { sql } from 'kysely';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { idCardEndings, normalizeIdCard } from '@kaike/shared/domain/people/id-card';
import type { Context } from '../../../core/context.ts';
import { lockUntilCommit } from '../../../db/hidden-names.ts';
import type { Db } from '../../../db/pool.ts';

/** Key purpose for sealing ID numbers. */
const purpose = 'id_card';

export const sealIdCard = ({ secrets }: Pick<Context, 'secrets'>, memberId: number, idCard: string): Buffer =>
  secrets.seal(purpose, idCard, memberId);
export const openIdCard = ({ secrets }: Pick<Context, 'secrets'>, memberId: number, sealed: Buffer): string =>
  secrets.open(purpose, sealed, memberId).toString('utf8');

/**
 * Whether the number, in its new or old form, is already verified for as many other accounts as the school allows. Checks of one
 * number are serialized.
 */
export async function isUsedUp(
  ctx: Context,
  trx: Db,
  { id_card, member_id, limit }: { id_card: string; member_id: number; limit: number },
): Promise<boolean> {
  const number = normalizeIdCard(id_card);
  await lockUntilCommit(trx, `id_card:${number.slice(-4)}`);
  const { rows } = await sql<{ id: number; id_card: Buffer }>`select id, id_card from members
    where id_card_last4 = any(${idCardEndings(number)}::text[]) and id_card_last4 <> '' and id <> ${member_id} and is_auth = 2 and id_card is not null and status <> ${memberStatus.merged}`.execute(
    trx,
  );
  return rows.filter((row) => normalizeIdCard(openIdCard(ctx, row.id, row.id_card)) === number).length >= limit;
}
