import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import { createSecrets } from '../../../../core/secrets.ts';
import { movePair } from './move-pair.ts';
import { moveQuota } from './quota.ts';

/** `secret` signs the lines. */
export type RandomPlan = {
  secret: string;
  agency_ids: readonly number[];
  seed: number;
  count: number;
  workers: number;
};

/** A small seeded generator: the moves of a killed process can be replayed. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function moveOnce(db: Db, { agency_ids: ids, seed, secret }: RandomPlan, index: number): Promise<boolean> {
  const next = numbersFrom(seed * 1_000_003 + index);
  const pick = (): number => ids[Math.floor(next() * ids.length)] ?? 0;
  const [from, to, amount, kind] = [pick(), pick(), 1 + Math.floor(next() * 40), next()];
  const cause = {
    ref_type: 'test',
    ref_id: index,
    operator_id: null,
    idempotency_key: `random:${seed}:${index}`,
    now: new Date(),
    secrets: createSecrets(secret),
  };
  return db.transaction().execute((trx) => {
    if (kind < 0.15 || from === to)
      return moveQuota(trx, { ...cause, agency_id: from, type: quotaType.top_up, delta: amount });
    if (kind < 0.35) return moveQuota(trx, { ...cause, agency_id: from, type: quotaType.card_made, delta: -amount });
    if (kind < 0.45) return moveQuota(trx, { ...cause, agency_id: from, type: quotaType.void_return, delta: amount });
    return movePair(trx, { ...cause, from, to, amount, kind: kind < 0.8 ? 'transfer' : 'recall' });
  });
}

/** Makes the random moves of a plan concurrently, skipping those that lack quota. Returns how many changed something. */
export async function makeRandomMoves(db: Db, plan: RandomPlan): Promise<number> {
  let index = 0;
  let moved = 0;
  const work = async (): Promise<void> => {
    while (index < plan.count) {
      const mine = index;
      index += 1;
      const isMoved = await moveOnce(db, plan, mine).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'agency.quota_short') return false;
        throw error;
      });
      if (isMoved) moved += 1;
    }
  };
  await Promise.all(Array.from({ length: plan.workers }, work));
  return moved;
}
