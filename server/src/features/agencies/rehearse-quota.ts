import { sql, type RawBuilder } from 'kysely';
import type { AdminCall } from '../../http/route.ts';
import type { ResourceBehaviour } from '../../kit/behaviour.ts';

type Rehearsal = NonNullable<ResourceBehaviour['dryRunNotes']>[string];
type Purse = { id: number; name: string; unlimited: number; free: number; held: number };

async function readPurses({ ctx }: AdminCall, where: RawBuilder<boolean>): Promise<Purse[]> {
  const { rows } =
    await sql<Purse>`select r.id, r.name, r.unlimited, r.card_num - r.held_num as free, r.held_num as held from agency_rows r where ${where} order by r.id limit 2`.execute(
      ctx.db,
    );
  return rows;
}

function tellPurse({ t }: AdminCall, purse: Purse): string[] {
  const free = purse.unlimited
    ? t('agencies.quota.unlimited', { name: purse.name })
    : t('agencies.quota.free', { name: purse.name, count: purse.free });
  return [free, ...(purse.held > 0 ? [t('agencies.quota.held', { count: purse.held })] : [])];
}

/** What is left after the move; a purse without a limit has no end. */
function tellAfter({ t }: AdminCall, purse: Purse, change: number): string[] {
  if (purse.unlimited || change === 0) return [];
  const after = purse.free + change;
  return [
    after < 0
      ? t('agencies.quota.short', { name: purse.name, count: -after })
      : t('agencies.quota.after', { name: purse.name, count: after }),
  ];
}

/** What the agency has and would have, read before the button is pressed; `sign` is the way its quota moves. */
export function rehearseQuota(sign: 1 | -1): Rehearsal {
  return async (call, { where, input }) => {
    const [purse, ...others] = await readPurses(call, where);
    if (!purse || others.length > 0) return [];
    const amount = Number.isSafeInteger(Number(input['amount'])) ? Math.max(0, Number(input['amount'])) : 0;
    const own = call.actor.admin.agency;
    // An agency hands out its own quota: what it has decides, too.
    const payer =
      sign === 1 && own && own.id !== purse.id
        ? (await readPurses(call, sql<boolean>`r.id = ${own.id}`))[0]
        : undefined;
    return [
      ...(payer ? [...tellPurse(call, payer), ...tellAfter(call, payer, -amount)] : []),
      ...tellPurse(call, purse),
      ...tellAfter(call, purse, sign * amount),
    ];
  };
}
