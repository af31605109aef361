import { cardGrant } from '@kaike/shared/domain/cards/card-grant';
import { AppError } from '../../../../core/app-error.ts';
import type { Write } from '../../../../kit/behaviour.ts';
import { payForMember } from '../../../agencies/agencies/public.ts';
import { writeGrant } from '../../../commerce/entitlements/public.ts';
import { createSnapshot } from '../../../commerce/products/public.ts';

type Opening = { member_id: number; agency_id: number | null; product_ids: readonly number[] };

/** Opens products for a new member. What an agency opens is charged to the agency of the member, as cards are; the school's is free. */
export async function grantProducts(write: Write, { member_id, agency_id, product_ids }: Opening): Promise<void> {
  const { trx, call } = write;
  const { actor, ctx } = call;
  const now = ctx.clock();
  const access = new Map<number, Date | 'permanent'>();
  for (const productId of product_ids) {
    const grant = cardGrant(await createSnapshot(trx, productId, 'product_ids'), { held: access, now });
    if ('refused' in grant) {
      const code = grant.refused === 'running' ? 'order.running' : 'order.ended';
      throw new AppError(code, { field: 'product_ids' });
    }
    if (actor.admin.agency && agency_id !== null)
      await payForMember(trx, {
        agency_id,
        member_id,
        product_id: productId,
        operator_id: actor.user_id,
        now,
        secrets: ctx.secrets,
      });
    await writeGrant(trx, {
      source: { type: 'admin', id: actor.admin.id },
      member_id,
      agency_id,
      grant,
      now,
      secrets: ctx.secrets,
      operator_id: actor.user_id,
    });
    for (const { course, end_at: end } of grant.courses) access.set(course.id, end ?? 'permanent');
  }
}
