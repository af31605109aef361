import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import {
  assertSecretState,
  findSecretState,
  fingerprintOf,
  proposeSecretState,
} from '../../../core/installation/installation-secret.ts';
import { createSecrets, type Secrets } from '../../../core/secrets.ts';
import { OperatorError } from '../../../db/operator-error.ts';
import { secretFile } from '../../../process/data-folder.ts';
import { hasForeignSeals } from '../../office/audit/public.ts';
import { bytesOf, sealedColumns, sealedRows, type SealedColumn } from './sealed-columns.ts';

type Scope = Pick<Context, 'db' | 'pool' | 'secrets'> & {
  config: Pick<Context['config'], 'data_dir' | 'secret' | 'old_secret'>;
};

/** Card secrets are opened by their own module; here it counts which key they name. */
const cards: SealedColumn = { table: 'cards', id: 'id', column: 'secret_enc', purpose: 'card', about: ['id'] };

/** Whether the first or the last value of a column was sealed with a secret that is not in use. */
async function isForeign(db: Scope['db'], secrets: Secrets, target: SealedColumn): Promise<boolean> {
  const end = (order: 'asc' | 'desc') => sql`(select ${bytesOf(target)} as value from ${sql.table(target.table)}
    where ${sealedRows(target)} order by ${sql.ref(target.id)} ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<{ value: Buffer }>`${end('asc')} union all ${end('desc')}`.execute(db);
  return rows.some(({ value }) => secrets.namesOtherKey(value));
}

/** What in a database, which says nothing of its secret, was sealed with another one than those in use. */
async function findForeign(db: Scope['db'], secrets: Secrets): Promise<string[]> {
  const names: string[] = [];
  for (const target of [cards, ...sealedColumns])
    if (await isForeign(db, secrets, target)) names.push(`${target.table}.${target.column}`);
  if (await hasForeignSeals({ db, secrets })) names.push('log_seals');
  return names;
}

/** The first start of a version that records the secret: what is in the database must not contradict it. */
async function recordSecret({ db, pool, secrets, config }: Scope): Promise<void> {
  const foreign = await findForeign(db, secrets);
  if (foreign.length > 0)
    throw new OperatorError(
      `This database holds values that another secret sealed (${foreign.join(', ')}): put that secret back, as ${secretFile(config.data_dir)} or KAIKE_SECRET, or set it as KAIKE_OLD_SECRET and run kaike secret:change; if it is lost for good, kaike secret:change --lost goes on without what it sealed.`,
    );
  const { secret, old_secret: old } = config;
  const isChanging = old !== null && (await findForeign(db, createSecrets(secret))).length > 0;
  await proposeSecretState(
    pool,
    isChanging ? { current: fingerprintOf(old), next: fingerprintOf(secret) } : { current: fingerprintOf(secret) },
  );
}

/**
 * Refuses to work on a database that was written with another secret, before anything is sealed or opened. A database without a
 * word of its secret gets the one in use, unless something in it contradicts.
 */
export async function assertSecret(ctx: Scope): Promise<void> {
  const { pool, config } = ctx;
  if (!(await findSecretState(pool))) await recordSecret(ctx);
  await assertSecretState(pool, config, secretFile(config.data_dir));
}
