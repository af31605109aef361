import { agencyStatus } from '@kaike/shared/domain/people/people';
import { AppError } from '../../../core/app-error.ts';
import type { Write } from '../../../kit/behaviour.ts';

/**
 * The agency a new record belongs to: the one named, else the actor's own, which must be active. Whether a named one is in
 * the actor's scope is checked when the row is read back.
 */
export async function defaultAgency({ trx, call }: Write, agencyId: number | null | undefined): Promise<number | null> {
  const id = agencyId ?? call.actor.admin.agency?.id ?? null;
  if (id === null) return null;
  const agency = await trx
    .selectFrom('agencies')
    .select('status')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (agency?.status !== agencyStatus.active)
    throw new AppError('request.invalid', { failures: { agency_id: [{ rule: 'in', params: [] }] } });
  return id;
}
