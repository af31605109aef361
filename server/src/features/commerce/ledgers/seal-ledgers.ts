import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { lockUntilCommit } from '../../../db/hidden-names.ts';
import type { Db } from '../../../db/pool.ts';
import { loadAnchor, writeAnchor } from './ledger-anchors.ts';
import {
  addSeal,
  hasAnchored,
  findAccepted,
  findLastSeal,
  loadLines,
  sealSize,
  type Seal,
  type StoredLine,
} from './ledger-seals.ts';
import { isSigned, ledgers, type Ledger } from './ledger.ts';

type Scope = Pick<Context, 'db' | 'secrets' | 'config' | 'clock'>;

/** `unsigned` lines are not the application's; `is_cut`: seals that this node knows are gone or are others. */
type Sealed = { unsigned: number; is_cut: boolean };

const lockLedger = (trx: Db, { name }: Ledger): Promise<void> => lockUntilCommit(trx, `ledger_seals:${name}`);

/** A server of the release before, which signs nothing, may run beside this one for so long after an update. */
const openingMinutes = 60;

/** A new school, which no older server knows, does not wait; one that was updated does, even without a line so far. */
async function mayOpen(trx: Db, { table }: Ledger): Promise<boolean> {
  const isRecent = sql`applied_at > now() - make_interval(mins => ${openingMinutes})`;
  const { rows } = await sql<{ is_ready: boolean }>`select
    not exists (select 1 from schema_migrations where name like '0380%' and ${isRecent})
    or exists (select 1 from schema_migrations where name like '0001%' and ${isRecent})
      and not exists (select 1 from ${sql.table(table)} where signature is null) as is_ready`.execute(trx);
  return rows[0]?.is_ready ?? false;
}

/** Pages of lines in ascending order, each read after the one before has been worked on. */
async function* pagesOf(trx: Db, ledger: Ledger, hasSealed: boolean): AsyncGenerator<StoredLine[]> {
  for (let after = 0; ;) {
    const page = await loadLines(trx, ledger, after, { has_sealed: hasSealed });
    if (page.length > 0) yield page;
    if (page.length < sealSize) return;
    after = page.at(-1)?.id ?? after;
  }
}

/**
 * Seals every line as it stands, signed or not; at least one seal is made. With `accepted_at` lines that have a seal get another.
 * One transaction: half of it would be taken for seals that somebody cut.
 */
async function sealAll(
  trx: Db,
  ledger: Ledger,
  { secrets, clock }: Scope,
  accepted_at: Date | null = null,
): Promise<void> {
  let seal: Seal | null = null;
  const add = async (lines: readonly StoredLine[]): Promise<void> => {
    const marks = { is_opening: true, accepted_at: seal ? null : accepted_at };
    seal = await addSeal(trx, ledger, { lines, before: seal, ...marks, now: clock(), secrets });
  };
  for await (const lines of pagesOf(trx, ledger, accepted_at !== null)) await add(lines);
  // Lines of transactions that committed meanwhile have ids that were passed.
  for await (const lines of pagesOf(trx, ledger, false)) await add(lines);
  if (!seal) await add([]);
}

async function anchorLast({ db, config, secrets }: Scope, ledger: Ledger): Promise<void> {
  const last = await findLastSeal(db, ledger);
  if (!last) return;
  const { rows } = await sql<{
    lines: number;
    delta: number;
  }>`select sum(line_count)::bigint as lines, sum(delta_sum)::bigint as delta
    from ledger_seals where ledger = ${ledger.name}`.execute(db);
  await writeAnchor(config.data_dir, {
    ledger: ledger.name,
    no: last.no,
    hash: last.hash.toString('hex'),
    line_count: rows[0]?.lines ?? 0,
    delta_sum: rows[0]?.delta ?? 0,
    sealed_at: last.sealed_at.toISOString(),
    accepted_at: (await findAccepted(db, secrets, ledger))?.toISOString() ?? null,
  });
}

/** Begins the seals of a ledger with what is in it; false while it is too early, or when it has seals. */
const openLedger = (ctx: Scope, ledger: Ledger): Promise<boolean> =>
  ctx.db.transaction().execute(async (trx) => {
    await lockLedger(trx, ledger);
    if ((await findLastSeal(trx, ledger)) || !(await mayOpen(trx, ledger))) return false;
    await sealAll(trx, ledger, ctx);
    return true;
  });

/** Seals one page of signed lines; the others stay without a seal. */
async function sealPage(
  { db, secrets, clock }: Scope,
  ledger: Ledger,
  after: number,
): Promise<{ last_id: number; is_end: boolean; unsigned: number }> {
  return db.transaction().execute(async (trx) => {
    await lockLedger(trx, ledger);
    const page = await loadLines(trx, ledger, after);
    const lines = page.filter((line) => !line.is_copy && isSigned(secrets, ledger, line));
    if (lines.length > 0)
      await addSeal(trx, ledger, {
        lines,
        before: await findLastSeal(trx, ledger),
        is_opening: false,
        now: clock(),
        secrets,
      });
    return {
      last_id: page.at(-1)?.id ?? after,
      is_end: page.length < sealSize,
      unsigned: page.length - lines.length,
    };
  });
}

async function sealLedger(ctx: Scope, ledger: Ledger): Promise<Sealed> {
  const anchor = await loadAnchor(ctx.config.data_dir, ledger);
  if (!(await hasAnchored(ctx, ledger, anchor))) return { unsigned: 0, is_cut: true };
  if (!(await findLastSeal(ctx.db, ledger)) && !(await openLedger(ctx, ledger))) return { unsigned: 0, is_cut: false };
  let [after, unsigned] = [0, 0];
  for (let isEnd = false; !isEnd;) {
    const page = await sealPage(ctx, ledger, after);
    unsigned += page.unsigned;
    [after, isEnd] = [page.last_id, page.is_end];
  }
  await anchorLast(ctx, ledger);
  return { unsigned, is_cut: false };
}

const stateKey = 'ledger_seals';
type State = Partial<Record<Ledger['name'], number>>;

/**
 * Seals what the application wrote since the last time, and anchors the newest seal in the data folder. A line without a valid
 * signature is never sealed: it is logged as an error, and the dashboard warns. Safe to run twice at once.
 */
export async function sealLedgers(ctx: Scope & Pick<Context, 'log'>): Promise<void> {
  const state: State = {};
  for (const ledger of ledgers) {
    const { unsigned, is_cut } = await sealLedger(ctx, ledger);
    state[ledger.name] = unsigned + (is_cut ? 1 : 0);
    if (unsigned > 0 || is_cut)
      ctx.log.error({ ledger: ledger.name, unsigned, is_cut }, 'a ledger was changed outside the application');
  }
  await sql`insert into app_state (key, value) values (${stateKey}, ${JSON.stringify(state)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(ctx.db);
}

/** What the last sealing met in each ledger that is not the application's; 0 before the first. */
export async function lastForeignLines({ db }: Pick<Context, 'db'>): Promise<Record<Ledger['name'], number>> {
  const { rows } = await sql<{ value: State }>`select value from app_state where key = ${stateKey}`.execute(db);
  return { quota: 0, seconds: 0, ...rows[0]?.value };
}

/**
 * Begins the seals of a ledger anew with the lines as they stand, for whoever has compared them with a backup: after a correction
 * by SQL, or when the secret that sealed them is lost. Other nodes set their anchors aside, as the first seal says so.
 */
export async function acceptLedger(ctx: Scope, ledger: Ledger): Promise<{ lines: number }> {
  await ctx.db.transaction().execute(async (trx) => {
    await lockLedger(trx, ledger);
    await sql`delete from ledger_seals where ledger = ${ledger.name}`.execute(trx);
    await sealAll(trx, ledger, ctx, ctx.clock());
  });
  await anchorLast(ctx, ledger);
  const { rows } = await sql<{
    lines: number;
  }>`select sum(line_count)::int as lines from ledger_seals where ledger = ${ledger.name}`.execute(ctx.db);
  return { lines: rows[0]?.lines ?? 0 };
}
