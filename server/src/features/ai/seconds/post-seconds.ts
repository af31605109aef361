import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SecondsType } from '@kaike/shared/domain/ai/second-log';
import type { Db } from '../../../db/pool.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import { secondsLedger, signLine, type Signer } from '../../commerce/ledgers/public.ts';

type SecondsEntry = {
  member_id: number;
  type: SecondsType;
  /** Seconds; negative takes from the balance. */
  delta: number;
  ref_type: string;
  ref_id: number;
  /** Identifies the change among those of the member: a repeated one changes nothing. */
  idempotency_key: string;
};

/** By whom and why seconds change; `when_short` is for entries that take more than there is. */
type SecondsCause = {
  operator_id: number | null;
  remark?: string;
  now: Date;
  /** Signs the lines. */
  secrets: Signer;
  when_short: 'refuse' | 'take_less';
};

type Line = SecondsEntry & { before: number };
/** Seconds, and how many of them are set aside for replies that are being written. */
type Balance = { left: number; held: number };

/** Locks the members in ascending order, as every reversal does. */
async function lockBalances(trx: Db, ids: readonly number[]): Promise<Map<number, Balance>> {
  const { rows } = await sql<
    Balance & { id: number }
  >`select id, ai_seconds_left as left, ai_seconds_held as held from members where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    trx,
  );
  return new Map(rows.map(({ id, left, held }) => [id, { left, held }]));
}

const nameOf = ({ member_id: id, idempotency_key: key }: Pick<SecondsEntry, 'member_id' | 'idempotency_key'>): string =>
  `${id} ${key}`;

async function findPosted(trx: Db, entries: readonly SecondsEntry[]): Promise<Set<string>> {
  const { rows } = await sql<
    Pick<SecondsEntry, 'member_id' | 'idempotency_key'>
  >`select l.member_id, l.request_id as idempotency_key from ai_second_logs l
    join unnest(${entries.map((entry) => entry.member_id)}::bigint[], ${entries.map((entry) => entry.idempotency_key)}::text[]) as e (member_id, request_id)
      on e.member_id = l.member_id and e.request_id = l.request_id`.execute(trx);
  return new Set(rows.map(nameOf));
}

/** What the entry really changes: the balance never drops below what is set aside. */
function deltaOf({ delta }: SecondsEntry, { left, held }: Balance, { when_short }: SecondsCause): number {
  const free = left - held;
  if (delta >= 0 || free + delta >= 0) return delta;
  if (when_short === 'refuse') throw new AppError('member.seconds_short', { params: { left: Math.floor(free / 60) } });
  return -free;
}

async function append(
  trx: Db,
  lines: readonly Line[],
  { operator_id, remark = '', now, secrets }: SecondsCause,
): Promise<void> {
  const txn = randomUUID();
  await trx
    .insertInto('ai_second_logs')
    .values(
      lines.map(({ before, idempotency_key: key, ...line }) =>
        signLine(secrets, secondsLedger, {
          ...line,
          txn_id: txn,
          balance_before: before,
          balance_after: before + line.delta,
          operator_id,
          request_id: key,
          remark,
          created_at: now,
        }),
      ),
    )
    .execute();
}

/** The ledger comes first: the database refuses a balance that is not that of the last line. */
async function write(trx: Db, lines: readonly Line[], cause: SecondsCause): Promise<void> {
  const balances = new Map(lines.map(({ member_id: id, before, delta }) => [id, before + delta]));
  await append(trx, lines, cause);
  await sql`update members m set ai_seconds_left = b.balance
    from unnest(${[...balances.keys()]}::bigint[], ${[...balances.values()]}::int[]) as b (id, balance) where m.id = b.id`.execute(
    trx,
  );
}

/**
 * The only way seconds of AI talk change, except the activation of a card, which is one statement: locks the members and writes
 * ledger and balances in the caller's transaction. Returns what was written: an entry that is repeated, or finds nothing to take,
 * leaves no line.
 */
export async function postSeconds(
  trx: Db,
  entries: readonly SecondsEntry[],
  cause: SecondsCause,
): Promise<SecondsEntry[]> {
  if (entries.length === 0) return [];
  const balances = await lockBalances(trx, [...new Set(entries.map((entry) => entry.member_id))]);
  const posted = await findPosted(trx, entries);
  const lines: Line[] = [];
  for (const entry of entries.filter((one) => !posted.has(nameOf(one)))) {
    const balance = balances.get(entry.member_id);
    assert(balance, 'record.not_found');
    const delta = deltaOf(entry, balance, cause);
    if (delta !== 0) lines.push({ ...entry, delta, before: balance.left });
    balances.set(entry.member_id, { ...balance, left: balance.left + delta });
  }
  if (lines.length > 0) await write(trx, lines, cause);
  return lines;
}
