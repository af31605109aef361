import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import { resignCertificates } from '../account/public.ts';
import { resealCards } from '../cards/public.ts';
import { resealDemoPassword } from '../demo/public.ts';
import { resealChain } from '../logs/public.ts';
import { sealedColumns, type SealedColumn } from './sealed-columns.ts';

/** What became of the values of one kind: sealed anew, or left because no secret in use opens them. */
export type Resealed = { name: string; changed: number; unreadable: number };

/** Files of card prints are some megabytes each. */
const pageSize = 20;

type Row = { id: number; value: Buffer; about: string };

const bytesOf = ({ column, is_text: isText }: SealedColumn): RawBuilder<Buffer> =>
  isText === true ? sql<Buffer>`decode(${sql.ref(column)}, 'base64')` : sql<Buffer>`${sql.ref(column)}`;

async function readPage({ db, secrets }: Context, given: SealedColumn, after: number): Promise<Row[]> {
  const about = sql.join(
    given.about.map((name) => sql`${sql.ref(name)}::text`),
    sql`, `,
  );
  const isSealed =
    given.is_text === true ? sql`is_secret and coalesce(value, '') <> ''` : sql`${sql.ref(given.column)} is not null`;
  const { rows } =
    await sql<Row>`select ${sql.ref(given.id)} as id, ${bytesOf(given)} as value, concat_ws('/', ${about}) as about from ${sql.table(given.table)}
    where ${sql.ref(given.id)} > ${after} and ${isSealed} and substring(${bytesOf(given)} from 1 for ${secrets.mark.length}) <> ${secrets.mark}
    order by ${sql.ref(given.id)} limit ${pageSize}`.execute(db);
  return rows;
}

/** Seals one value anew, unless somebody has replaced it meanwhile. */
async function resealOne({ db, secrets }: Context, given: SealedColumn, row: Row): Promise<boolean> {
  let plain: Buffer;
  try {
    plain = secrets.open(given.purpose, row.value, row.about);
  } catch {
    return false;
  }
  const sealed = secrets.seal(given.purpose, plain, row.about);
  const kept = given.is_text === true ? sql`encode(${sealed}::bytea, 'base64')` : sql`${sealed}::bytea`;
  await sql`update ${sql.table(given.table)} set ${sql.ref(given.column)} = ${given.is_text === true ? sql`replace(${kept}, E'\\n', '')` : kept}
    where ${sql.ref(given.id)} = ${row.id} and ${bytesOf(given)} = ${row.value}`.execute(db);
  return true;
}

async function resealColumn(ctx: Context, given: SealedColumn): Promise<Resealed> {
  const done: Resealed = { name: `${given.table}.${given.column}`, changed: 0, unreadable: 0 };
  for (let after = 0; ;) {
    const rows = await readPage(ctx, given, after);
    for (const row of rows) {
      if (await resealOne(ctx, given, row)) done.changed += 1;
      else done.unreadable += 1;
      after = row.id;
    }
    if (rows.length < pageSize) return done;
  }
}

/**
 * Brings everything that is sealed or signed for long under today's secret and format. Each value says by whose key it was sealed:
 * stopped at any point, the next run goes on with what is left, and a server that knows both secrets serves meanwhile.
 */
export async function changeSecret(ctx: Context, told: (done: Resealed) => void): Promise<{ unreadable: number }> {
  let unreadable = 0;
  const tell = (done: Resealed): void => {
    unreadable += done.unreadable;
    told(done);
  };
  tell({ name: 'cards', ...(await resealCards(ctx)) });
  for (const column of sealedColumns) tell(await resealColumn(ctx, column));
  tell({ name: 'study_certificates', ...(await resignCertificates(ctx)) });
  tell({ name: 'log_seals', ...(await resealChain(ctx)) });
  tell({ name: 'demo password', ...(await resealDemoPassword(ctx)) });
  // Asked for again when needed: a service gives new ones.
  await sql`update service_tokens set value = null, expires_at = '-infinity' where substring(value from 1 for ${ctx.secrets.mark.length}) <> ${ctx.secrets.mark}`.execute(
    ctx.db,
  );
  return { unreadable };
}
