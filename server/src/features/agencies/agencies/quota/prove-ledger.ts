import { sql } from 'kysely';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import type { Db } from '../../../../db/pool.ts';
import { checkLedger, quotaLedger, type LedgerCheck, type LedgerScope } from '../../../commerce/ledgers/public.ts';

export type Drift = {
  agency_id: number;
  name: string;
  balance: number;
  ledger: number;
  held: number;
  waiting: number;
  breaks: number;
};
export type LedgerProof = {
  agencies: number;
  moves: number;
  drifts: Drift[];
  unbalanced: string[];
  seals: LedgerCheck;
};

/** Agencies whose balance is not the sum of moves, with a line that does not continue the previous one, or whose held quota does not match the waiting offers. */
async function findDrifts(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with lines as (
      select agency_id, delta, balance_before <> lag(balance_after, 1, 0) over (partition by agency_id order by id) as is_break from card_num_logs),
    sums as (select agency_id, sum(delta)::int as ledger, count(*) filter (where is_break)::int as breaks from lines group by agency_id),
    held as (select from_agency_id as agency_id, sum(amount)::int as waiting from quota_transfers where state = 1 group by from_agency_id)
    select a.id as agency_id, a.name, a.card_num as balance, coalesce(s.ledger, 0) as ledger, a.held_num as held, coalesce(h.waiting, 0) as waiting,
      coalesce(s.breaks, 0) as breaks
    from agencies a left join sums s on s.agency_id = a.id left join held h on h.agency_id = a.id
    where a.card_num <> coalesce(s.ledger, 0) or coalesce(s.breaks, 0) > 0 or a.held_num <> coalesce(h.waiting, 0)
    order by a.id`.execute(db);
  return rows;
}

/** Transactions between agencies whose two sides do not sum to zero. */
async function findUnbalanced(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    txn_id: string;
  }>`select txn_id::text from card_num_logs where txn_id in (select txn_id from card_num_logs where counterparty_id is not null)
      and type <> ${quotaType.increase} group by txn_id having sum(delta) <> 0 or count(*) <> 2 limit 100`.execute(db);
  return rows.map((row) => row.txn_id);
}

/** Verifies that every balance is the sum of its moves, in one snapshot, and that the moves are those the application wrote; read-only. */
export async function proveLedger(scope: LedgerScope): Promise<LedgerProof> {
  return { ...(await proveBalances(scope.db)), seals: await checkLedger(scope, quotaLedger) };
}

function proveBalances(db: Db): Promise<Omit<LedgerProof, 'seals'>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows } = await sql<{
        agencies: number;
        moves: number;
      }>`select (select count(*)::int from agencies) as agencies,
      (select count(*)::int from card_num_logs) as moves`.execute(trx);
      return {
        agencies: rows[0]?.agencies ?? 0,
        moves: rows[0]?.moves ?? 0,
        drifts: await findDrifts(trx),
        unbalanced: await findUnbalanced(trx),
      };
    });
}
