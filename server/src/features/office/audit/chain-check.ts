import { sql } from 'kysely';
import type { ChainCheck } from '@kaike/shared/contracts/office/logs';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { checkLedger, countFindings, ledgers } from '../../commerce/ledgers/public.ts';
import { checkSeals } from './seal-chain.ts';
import { verifyChain } from './verify-chain.ts';

export const stateKey = 'log_chain_check';
/** The state before the first check. */
export const neverChecked: ChainCheck = {
  state: 'never',
  checked_id: 0,
  checked: 0,
  total: 0,
  broken_id: null,
  ledgers: [],
  started_at: null,
  finished_at: null,
};

/** Checks of older versions name no ledgers. */
type StoredCheck = Omit<ChainCheck, 'ledgers'> & Partial<Pick<ChainCheck, 'ledgers'>> & { told_at?: string };

export async function loadState(db: Db): Promise<StoredCheck> {
  const row = await db.selectFrom('app_state').select('value').where('key', '=', stateKey).executeTakeFirst();
  return row ? (row.value as StoredCheck) : neverChecked;
}

export async function saveState(db: Db, state: StoredCheck, now: Date): Promise<void> {
  const value = JSON.stringify({ ...state, told_at: now.toISOString() });
  await sql`insert into app_state (key, value, updated_at) values (${stateKey}, ${value}::jsonb, ${now}) on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  );
}

export const presentCheck = ({
  state,
  checked_id,
  checked,
  total,
  broken_id,
  ledgers: checkedLedgers = [],
  started_at,
  finished_at,
}: StoredCheck): ChainCheck => ({
  state,
  checked_id,
  checked,
  total,
  broken_id,
  ledgers: checkedLedgers,
  started_at,
  finished_at,
});

/** Each is read in full: `tell` stores before it that the check goes on. */
async function checkLedgers(ctx: Context, tell: () => Promise<void>): Promise<ChainCheck['ledgers']> {
  const checks: ChainCheck['ledgers'] = [];
  for (const ledger of ledgers) {
    await tell();
    const check = await checkLedger(ctx, ledger);
    checks.push({
      name: ledger.name,
      seals: check.seals,
      sealed: check.sealed,
      opening: check.opening,
      findings: countFindings(check),
    });
  }
  return checks;
}

/** Verifies the chain from its beginning, then the seals of the ledgers, and stores the progress for the page. */
export async function checkLogChain(ctx: Context): Promise<void> {
  const { db } = ctx;
  const state = await loadState(db);
  const tell = ({ last_id, checked }: { last_id: number; checked: number }): Promise<void> =>
    saveState(
      db,
      { ...state, state: 'running', checked_id: last_id, checked, total: Math.max(state.total, checked) },
      ctx.clock(),
    );
  const verdict = await verifyChain(db, { onPage: ({ last }, checked) => tell({ last_id: last.id, checked }) });
  const forged = verdict.is_intact ? (await checkSeals(ctx)).forged : null;
  const checkedLedgers = await checkLedgers(ctx, () => tell(verdict));
  await saveState(
    db,
    {
      ...state,
      state: verdict.is_intact && !forged ? 'intact' : 'broken',
      checked_id: verdict.last_id,
      checked: verdict.checked,
      total: Math.max(state.total, verdict.checked),
      broken_id: forged && !forged.is_missing ? forged.id : verdict.broken_id,
      ledgers: checkedLedgers,
      finished_at: ctx.clock().toISOString(),
    },
    ctx.clock(),
  );
}
