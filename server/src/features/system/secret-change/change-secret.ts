import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { settleSecret } from '../../../core/installation/installation-secret.ts';
import { resignCertificates } from '../../auth/member-account/public.ts';
import { resignStatements } from '../../agencies/agencies/public.ts';
import { resealCards } from '../../cards/cards/public.ts';
import { resealDemoPassword } from '../demo/public.ts';
import { resealLedgers } from '../../commerce/ledgers/public.ts';
import { resealChain } from '../../office/audit/public.ts';
import { bytesOf, sealedColumns, sealedRows, type SealedColumn } from './sealed-columns.ts';

/** Result for one kind of values: resealed, or left because no current secret opens them. */
export type Resealed = { name: string; changed: number; unreadable: number };

/** Small, as card print files are several megabytes each. */
const pageSize = 20;

type Row = { id: number; value: Buffer; about: string };

async function readPage({ db, secrets }: Context, target: SealedColumn, after: number): Promise<Row[]> {
  const about = sql.join(
    target.about.map((name) => sql`${sql.ref(name)}::text`),
    sql`, `,
  );
  const { rows } =
    await sql<Row>`select ${sql.ref(target.id)} as id, ${bytesOf(target)} as value, concat_ws('/', ${about}) as about from ${sql.table(target.table)}
    where ${sql.ref(target.id)} > ${after} and ${sealedRows(target)} and substring(${bytesOf(target)} from 1 for ${secrets.mark.length}) <> ${secrets.mark}
    order by ${sql.ref(target.id)} limit ${pageSize}`.execute(db);
  return rows;
}

/** Reseals one value, unless it was replaced in the meantime. */
async function resealOne({ db, secrets }: Context, target: SealedColumn, row: Row): Promise<boolean> {
  let plain: Buffer;
  try {
    plain = secrets.open(target.purpose, row.value, row.about);
  } catch {
    return false;
  }
  const sealed = secrets.seal(target.purpose, plain, row.about);
  const encoded = target.is_text === true ? sql`encode(${sealed}::bytea, 'base64')` : sql`${sealed}::bytea`;
  await sql`update ${sql.table(target.table)} set ${sql.ref(target.column)} = ${target.is_text === true ? sql`replace(${encoded}, E'\\n', '')` : encoded}
    where ${sql.ref(target.id)} = ${row.id} and ${bytesOf(target)} = ${row.value}`.execute(db);
  return true;
}

async function resealColumn(ctx: Context, target: SealedColumn): Promise<Resealed> {
  const done: Resealed = { name: `${target.table}.${target.column}`, changed: 0, unreadable: 0 };
  for (let after = 0; ;) {
    const rows = await readPage(ctx, target, after);
    for (const row of rows) {
      if (await resealOne(ctx, target, row)) done.changed += 1;
      else done.unreadable += 1;
      after = row.id;
    }
    if (rows.length < pageSize) return done;
  }
}

/**
 * Reseals and re-signs everything long-lived with the current secret and format. Each value carries the mark of its key:
 * after an interruption the next run continues, and a server that knows both secrets keeps serving.
 */
export async function changeSecret(ctx: Context, report: (done: Resealed) => void): Promise<{ unreadable: number }> {
  let unreadable = 0;
  const record = (done: Resealed): void => {
    unreadable += done.unreadable;
    report(done);
  };
  record({ name: 'cards', ...(await resealCards(ctx)) });
  for (const column of sealedColumns) record(await resealColumn(ctx, column));
  record({ name: 'study_certificates', ...(await resignCertificates(ctx)) });
  record({ name: 'agency_statements', ...(await resignStatements(ctx)) });
  record({ name: 'log_seals', ...(await resealChain(ctx)) });
  record({ name: 'ledger_seals', ...(await resealLedgers(ctx)) });
  record({ name: 'demo password', ...(await resealDemoPassword(ctx)) });
  // Dropped; new tokens are requested from the service when needed.
  await sql`update service_tokens set value = null, expires_at = '-infinity' where substring(value from 1 for ${ctx.secrets.mark.length}) <> ${ctx.secrets.mark}`.execute(
    ctx.db,
  );
  // What neither secret opens, a second run would not open either.
  await settleSecret(ctx.pool, ctx.config.secret);
  return { unreadable };
}
