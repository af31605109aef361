import { sql } from 'kysely';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import type { Db } from '../../../db/pool.ts';
import { checkLedger, secondsLedger, type LedgerCheck, type LedgerScope } from '../../commerce/ledgers/public.ts';

type SecondsDrift = {
  member_id: number;
  member_no: string;
  balance: number;
  ledger: number;
  breaks: number;
  /** Set aside by the member's row, and by live holds. */
  held: number;
  holds: number;
};
type SecondsProof = {
  members: number;
  moves: number;
  drifts: SecondsDrift[];
  unbalanced: string[];
  seals: LedgerCheck;
};

/** Members whose balance is not the sum of their lines, with a line that does not continue the previous one, or with other holds than are set aside. */
async function findDrifts(db: Db): Promise<SecondsDrift[]> {
  const { rows } = await sql<SecondsDrift>`
    with lines as (
      select member_id, delta, balance_before <> lag(balance_after, 1, 0) over (partition by member_id order by id) as is_break from ai_second_logs),
    sums as (select member_id, sum(delta)::int as ledger, count(*) filter (where is_break)::int as breaks from lines group by member_id)
    select m.id as member_id, m.member_no, m.ai_seconds_left as balance, coalesce(s.ledger, 0) as ledger, coalesce(s.breaks, 0) as breaks,
      m.ai_seconds_held as held, coalesce(h.holds, 0) as holds
    from members m left join sums s on s.member_id = m.id
      left join (select member_id, sum(paid_sec)::int as holds from ai_holds group by member_id) h on h.member_id = m.id
    where m.ai_seconds_left <> coalesce(s.ledger, 0) or coalesce(s.breaks, 0) > 0 or m.ai_seconds_held <> coalesce(h.holds, 0)
    order by m.id`.execute(db);
  return rows;
}

/** Moves between two accounts of a person whose sides do not sum to zero. */
async function findUnbalanced(db: Db): Promise<string[]> {
  const { rows } = await sql<{ txn_id: string }>`select txn_id::text from ai_second_logs
    where type = ${secondsType.merge} and ref_type = 'member_merge' group by txn_id having sum(delta) <> 0 limit 100`.execute(
    db,
  );
  return rows.map((row) => row.txn_id);
}

/** Verifies that every balance of seconds is the sum of its lines, in one snapshot, and that the lines are those the application wrote; read-only. */
export async function proveSeconds(scope: LedgerScope): Promise<SecondsProof> {
  return { ...(await proveBalances(scope.db)), seals: await checkLedger(scope, secondsLedger) };
}

function proveBalances(db: Db): Promise<Omit<SecondsProof, 'seals'>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows } = await sql<{
        members: number;
        moves: number;
      }>`select (select count(*)::int from members) as members, (select count(*)::int from ai_second_logs) as moves`.execute(
        trx,
      );
      return {
        members: rows[0]?.members ?? 0,
        moves: rows[0]?.moves ?? 0,
        drifts: await findDrifts(trx),
        unbalanced: await findUnbalanced(trx),
      };
    });
}
