import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { lockUntilCommit } from '../../db/hidden-names.ts';
import type { Db } from '../../db/pool.ts';
import { readAnchor, writeAnchor } from './ledger-anchors.ts';
import { addSeal, hasAnchored, readLastSeal, readUnsealed, sealSize, type Seal } from './ledger-seals.ts';
import { isSigned, ledgers, type Ledger } from './ledger.ts';

type Scope = Pick<Context, 'db' | 'secrets' | 'config' | 'clock'>;

/** `unsigned` lines are not the application's; `is_cut`: seals that this node knows are gone or are others. */
type Sealed = { unsigned: number; is_cut: boolean };

const lockLedger = (trx: Db, { name }: Ledger): Promise<void> => lockUntilCommit(trx, `ledger_seals:${name}`);

/** A server of the release before, which signs nothing, may run beside this one for so long after an update. */
const openingMinutes = 60;

async function mayOpen(trx: Db, { table }: Ledger): Promise<boolean> {
  const { rows } = await sql<{ is_ready: boolean }>`select not exists (
      select 1 from schema_migrations where name like '0380%' and applied_at > now() - make_interval(mins => ${openingMinutes}))
    or not exists (select 1 from ${sql.table(table)} where signature is null) as is_ready`.execute(trx);
  return rows[0]?.is_ready ?? false;
}

/** Seals every line as it stands, signed or not. */
async function sealAll(trx: Db, ledger: Ledger, { secrets, clock }: Scope): Promise<Seal> {
  let seal: Seal | null = null;
  for (;;) {
    const lines = await readUnsealed(trx, ledger, 0);
    if (seal && lines.length === 0) return seal;
    seal = await addSeal(trx, ledger, { lines, before: seal, is_opening: true, now: clock(), secrets });
  }
}

async function anchorLast({ db, config }: Scope, ledger: Ledger): Promise<void> {
  const last = await readLastSeal(db, ledger);
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
  });
}

/** Begins the seals of a ledger with what is in it; false while it is too early, or when it has seals. */
const openLedger = (ctx: Scope, ledger: Ledger): Promise<boolean> =>
  ctx.db.transaction().execute(async (trx) => {
    await lockLedger(trx, ledger);
    if ((await readLastSeal(trx, ledger)) || !(await mayOpen(trx, ledger))) return false;
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
    const page = await readUnsealed(trx, ledger, after);
    const lines = page.filter((line) => !line.is_copy && isSigned(secrets, ledger, line));
    if (lines.length > 0)
      await addSeal(trx, ledger, {
        lines,
        before: await readLastSeal(trx, ledger),
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
  const anchor = await readAnchor(ctx.config.data_dir, ledger);
  if (!(await hasAnchored(ctx.db, ledger, anchor))) return { unsigned: 0, is_cut: true };
  if (!(await readLastSeal(ctx.db, ledger)) && !(await openLedger(ctx, ledger))) return { unsigned: 0, is_cut: false };
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
    const { unsigned, is_cut: isCut } = await sealLedger(ctx, ledger);
    state[ledger.name] = unsigned + (isCut ? 1 : 0);
    if (unsigned > 0 || isCut)
      ctx.log.error({ ledger: ledger.name, unsigned, is_cut: isCut }, 'a ledger was changed outside the application');
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
 * by SQL, or when the secret that sealed them is lost.
 */
export async function acceptLedger(ctx: Scope, ledger: Ledger): Promise<{ lines: number }> {
  await ctx.db.transaction().execute(async (trx) => {
    await lockLedger(trx, ledger);
    await sql`delete from ledger_seals where ledger = ${ledger.name}`.execute(trx);
    await sql`update ${sql.table(ledger.table)} set seal_no = null where seal_no is not null`.execute(trx);
    await sealAll(trx, ledger, ctx);
  });
  await anchorLast(ctx, ledger);
  const { rows } = await sql<{
    lines: number;
  }>`select sum(line_count)::int as lines from ledger_seals where ledger = ${ledger.name}`.execute(ctx.db);
  return { lines: rows[0]?.lines ?? 0 };
}
