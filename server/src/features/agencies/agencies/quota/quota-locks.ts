import type { agencies } from '@kaike/shared/resources/agencies/agencies';
import type { Behaviour, Write } from '../../../../kit/behaviour.ts';

type Locks = NonNullable<Behaviour<typeof agencies>['alsoLocks']>;

/** The calling agency is the other side; for the school there is none. */
const ownAgency = async ({ call }: Write): Promise<number[]> =>
  call.actor.admin.agency ? [call.actor.admin.agency.id] : [];

async function parentsOf({ trx }: Write, ids: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('agencies')
    .select('parent_id')
    .where('id', 'in', [...ids])
    .execute();
  return rows.flatMap((row) => row.parent_id ?? []);
}

/** The other side of each move of quota. */
export const quotaLocks: Locks = {
  'top-up': ownAgency,
  recall: (write, { ids }) => (write.call.actor.admin.agency ? ownAgency(write) : parentsOf(write, ids)),
  'transfer-num': async (_write, { input }) => [input.to_id],
};
