import type { ResourceBehaviour, Write } from '../../../kit/behaviour.ts';

type Partners = NonNullable<ResourceBehaviour['partners']>[string];

/** The calling agency is the other side; for the school there is none. */
const ownAgency: Partners = async ({ call }) => (call.actor.admin.agency ? [call.actor.admin.agency.id] : []);

async function parentsOf({ trx }: Write, ids: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('agencies')
    .select('parent_id')
    .where('id', 'in', [...ids])
    .execute();
  return rows.flatMap((row) => row.parent_id ?? []);
}

/** The other side of each move of quota. */
export const quotaPartners: Record<string, Partners> = {
  'top-up': ownAgency,
  recall: (write, { ids }) =>
    write.call.actor.admin.agency ? ownAgency(write, { ids, input: {} }) : parentsOf(write, ids),
  'transfer-num': async (_write, { input }) => [Number(input['to_id'])],
};
