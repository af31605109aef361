import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../src/db/pool.ts';

/** Tables that grow with the school; the others stay small enough for full scans. */
export const bigTables: readonly string[] = [
  'users',
  'members',
  'cards',
  'learning_records',
  'logs',
  'pay_orders',
  'card_num_logs',
];

export type Sizes = { people: number; cards: number; records: number; logs: number; orders: number };

/** The promised capacity: a million rows in every growing table. */
const promised: Sizes = { people: 1_000_000, cards: 1_000_000, records: 1_000_000, logs: 1_000_000, orders: 1_000_000 };

type Fill = { table: string; rows: RawBuilder<unknown> };

/** Rows distributed as in a real school, the largest table first. */
const fillsOf = ({ people, cards, records, logs, orders }: Sizes): Fill[] => [
  {
    table: 'cards',
    rows: sql`insert into cards (card_no, secret_hash, secret_enc, secret_last4, batch_id, batch_seq, theme_id, product_id, agency_id, owner_member_id, state, redeem_end_at, issued_at, activated_at, frozen_at, created_at)
      select 'KK' || lpad(n::text, 12, '0'), int8send(n), '', lpad((n::bigint * 7919 % 10000)::text, 4, '0'), n % 500 + 1, n, n % 20 + 1, n % 60 + 1, case when n % 2 = 0 then n % 300 + 1 end,
        case when n % 3 = 0 then n end, (array[10, 20, 20, 30, 40, 40, 50])[n % 7 + 1], timestamptz '2026-01-01' + n * interval '5 minutes', case when n % 7 > 0 then timestamptz '2025-01-01' + n * interval '4 minutes' end,
        case when n % 7 in (4, 5) then timestamptz '2025-01-01' + n * interval '4 minutes' end, case when n % 900 = 0 then timestamptz '2026-03-01' + n * interval '1 minute' end, timestamptz '2025-01-01' + n * interval '4 minutes'
      from generate_series(1, ${cards}::int) n`,
  },
  {
    table: 'learning_records',
    rows: sql`insert into learning_records (member_id, agency_id, course_id, lesson_id, duration_sec, seen_sec, study_sec, percent, first_at, last_at, completed_at, suspicious, listed_percent, listed_study_sec, listed_last_at)
      select n / 10 + 1, case when n % 3 = 0 then n % 300 + 1 end, n % 80 + 1, n % 10 + n % 80 * 10 + 1, 1800, n % 1800, n % 5000, n % 101, timestamptz '2025-01-01' + n * interval '2 minutes',
        timestamptz '2025-01-01' + n * interval '2 minutes 5 seconds', case when n % 101 > 90 then timestamptz '2025-01-01' + n * interval '2 minutes 5 seconds' end, case when n % 700 = 0 then 3 else 0 end,
        n % 101, n % 5000, timestamptz '2025-01-01' + n * interval '2 minutes 5 seconds'
      from generate_series(1, ${records}::int) n`,
  },
  {
    table: 'members',
    rows: sql`insert into members (user_id, real_name, agency_id, status, is_auth, tags, total_study_sec, activated_at, last_study_at, created_at)
      select 100000 + n, '姓名' || n, case when n % 3 = 0 then n % 300 + 1 end, case when n % 50 = 0 then 2 else 1 end, n % 3, array['标签' || n % 40], n % 100000,
        case when n % 2 = 0 then timestamptz '2025-01-01' + n * interval '4 minutes' end, case when n % 4 = 0 then timestamptz '2025-06-01' + n * interval '3 minutes' end,
        timestamptz '2025-01-01' + n * interval '4 minutes' from generate_series(1, ${people}::int) n`,
  },
  {
    table: 'users',
    rows: sql`insert into users (id, username, name, mobile_phone) select 100000 + n, 'big' || n, '学员' || n, (13000000000 + n)::text from generate_series(1, ${people}::int) n`,
  },
  {
    table: 'logs',
    rows: sql`insert into logs (user_id, operator, agency_id, resource, record_id, record_title, action, created_at, prev_hash, hash)
      select n % 40 + 1, '操作员' || n % 40, case when n % 5 = 0 then n % 300 + 1 end, (array['members', 'cards', 'courses', 'products', 'subjects'])[n % 5 + 1], n::text, '记录' || n,
        (array['update', 'create', 'delete', 'remark'])[n % 4 + 1], timestamptz '2025-01-01' + n * interval '5 minutes', '', '' from generate_series(1, ${logs}::int) n`,
  },
  {
    table: 'pay_orders',
    rows: sql`insert into pay_orders (order_no, member_id, agency_id, product_id, product_snapshot, amount, payable, status, channel, created_at, paid_at)
      select 'P' || lpad(n::text, 14, '0'), n, case when n % 3 = 0 then n % 300 + 1 end, n % 60 + 1, '{}', n % 50000, n % 50000, (array[20, 30, 40, 50])[n % 4 + 1], case when n % 5 = 0 then 'wechat' else 'alipay' end,
        timestamptz '2025-01-01' + n * interval '6 minutes', case when n % 4 > 0 then timestamptz '2025-01-01' + n * interval '6 minutes' end from generate_series(1, ${orders}::int) n`,
  },
  {
    table: 'card_num_logs',
    rows: sql`insert into card_num_logs (agency_id, counterparty_id, type, delta, balance_before, balance_after, request_id, created_at)
      select n % 300 + 1, case when n % 4 = 0 then (n + 7) % 300 + 1 end, n % 5 + 1, 1, n, n + 1, 'big:' || n, timestamptz '2025-01-01' + n * interval '6 minutes' from generate_series(1, ${orders}::int) n`,
  },
  {
    table: 'agencies',
    rows: sql`insert into agencies (id, code, name, lft, rgt) select n, 'BIG' || n, '代理' || n, n * 2 - 1, n * 2 from generate_series(1, 300) n on conflict do nothing`,
  },
];

/** Fills one table without triggers and foreign keys. Its indexes are rebuilt at the end: updating them row by row takes many times as long. */
async function fillTable(db: Db, { table, rows }: Fill): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one);
    await sql`set statement_timeout = 0`.execute(one);
    await sql`set maintenance_work_mem = '256MB'`.execute(one);
    const { rows: indexes } = await sql<{
      name: string;
      text: string;
    }>`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index i
      where not i.indisunique and i.indrelid = ${table}::regclass`.execute(one);
    for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(one);
    await rows.execute(one);
    for (const { text } of indexes) await sql.raw(text).execute(one);
    await sql`reset session_replication_role`.execute(one);
    await sql`reset statement_timeout`.execute(one);
  });
  await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

/** Fills the tables, two at a time: the largest takes as long as all the others. */
export async function fillBigTables(db: Db, sizes: Sizes = promised): Promise<void> {
  const left = fillsOf(sizes);
  const work = async (): Promise<void> => {
    for (let fill = left.shift(); fill; fill = left.shift()) await fillTable(db, fill);
  };
  await Promise.all([work(), work()]);
}
