import { sql, type RawBuilder } from 'kysely';
import type { agencies } from '@kaike/shared/resources/agencies/agencies';
import { formatNumber } from '@kaike/shared/kit/format';
import type { AdminCall } from '../../../../core/call.ts';
import type { DryRunNotes } from '../../../../kit/behaviour.ts';

type Preview = DryRunNotes<typeof agencies, 'top-up'>;
type Balance = { id: number; name: string; unlimited: number; free: number; held: number };

async function readBalances({ ctx }: AdminCall, where: RawBuilder<boolean>): Promise<Balance[]> {
  const { rows } =
    await sql<Balance>`select r.id, r.name, r.unlimited, r.card_num - r.held_num as free, r.held_num as held from agency_rows r where ${where} order by r.id limit 2`.execute(
      ctx.db,
    );
  return rows;
}

function balanceLines({ t }: AdminCall, balance: Balance): string[] {
  const free = balance.unlimited
    ? t('agencies.quota.unlimited', { name: balance.name })
    : t('agencies.quota.free', { name: balance.name, count: balance.free });
  return [free, ...(balance.held > 0 ? [t('agencies.quota.held', { count: balance.held })] : [])];
}

/** The balance now and after the move; an unlimited agency has none. */
function describeMove(call: AdminCall, balance: Balance, change: number): string[] {
  const [before, after] = [balance.free, balance.free + change];
  if (balance.unlimited || change === 0) return balanceLines(call, balance);
  if (after < 0)
    return [...balanceLines(call, balance), call.t('agencies.quota.short', { name: balance.name, count: -after })];
  const [from, to] = [formatNumber(before), formatNumber(after)];
  return [
    call.t('agencies.quota.change', { name: balance.name, before: from, after: to }),
    ...(balance.held > 0 ? [call.t('agencies.quota.held', { count: balance.held })] : []),
  ];
}

/** Dry run: what the agency has and would have; `sign` is the direction its quota moves. */
export function previewQuota(sign: 1 | -1): Preview {
  return async (call, { where, input }) => {
    const [balance, ...others] = await readBalances(call, where);
    if (!balance || others.length > 0) return [];
    const amount = Number.isSafeInteger(Number(input.amount)) ? Math.max(0, Number(input.amount)) : 0;
    const own = call.actor.admin.agency;
    // An agency hands out its own quota, so its balance matters as well.
    const payer =
      sign === 1 && own && own.id !== balance.id
        ? (await readBalances(call, sql<boolean>`r.id = ${own.id}`))[0]
        : undefined;
    return [...(payer ? describeMove(call, payer, -amount) : []), ...describeMove(call, balance, sign * amount)];
  };
}
