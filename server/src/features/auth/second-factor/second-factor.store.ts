import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { hashToken } from '../../../core/secrets.ts';
import { base32, findStep } from './totp.ts';

/** Key purpose for sealing secrets. */
const purpose = 'second_factor';
const secretBytes = 20;
const recoveryCount = 10;
const recoveryBytes = 10;

type Sealing = Pick<Context, 'secrets'>;

/** Recovery codes have 80 bits and are stored like tokens: hashed without a key. */
const recoveryHash = (userId: number, code: string): Buffer =>
  hashToken(`${userId}:${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`);

export const open = ({ secrets }: Sealing, sealed: Buffer, userId: number): Buffer =>
  Buffer.from(secrets.open(purpose, sealed, userId).toString('utf8'), 'base64');

/** Stores a new secret beside the active one. */
export async function saveNextSecret(ctx: Context, userId: number): Promise<Buffer> {
  const secret = randomBytes(secretBytes);
  const sealed = ctx.secrets.seal(purpose, secret.toString('base64'), userId);
  await ctx.db
    .insertInto('second_factors')
    .values({ user_id: userId, next_secret: sealed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ next_secret: sealed }))
    .execute();
  return secret;
}

export const loadFactor = (db: Db, userId: number) =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Replaces the recovery codes and returns them; only their hashes are stored. */
export async function makeRecoveryCodes(trx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, () =>
    (base32(randomBytes(recoveryBytes)).match(/.{4}/g) ?? []).join('-'),
  );
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(userId, code) })))
    .execute();
  return codes;
}

/** Consumes a code; null if it is wrong or already used. Of two concurrent calls only one succeeds. */
export async function spendCode(
  ctx: Context,
  trx: Db,
  { user_id, code }: { user_id: number; code: string },
): Promise<'authenticator' | 'recovery' | null> {
  const factor = await loadFactor(trx, user_id);
  if (!factor?.secret || factor.confirmed_at === null) return null;
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) {
    const used =
      await sql`update recovery_codes set used_at = ${ctx.clock()} where user_id = ${user_id} and code_hash = ${recoveryHash(user_id, typed)} and used_at is null returning 1`.execute(
        trx,
      );
    return used.rows.length > 0 ? 'recovery' : null;
  }
  const step = findStep(open(ctx, factor.secret, user_id), typed, ctx.clock());
  if (step === null) return null;
  const used =
    await sql`update second_factors set last_step = ${step} where user_id = ${user_id} and last_step < ${step} returning 1`.execute(
      trx,
    );
  return used.rows.length > 0 ? 'authenticator' : null;
}

/** Removes the second factor of a person; returns whether there was a confirmed one. */
export async function forgetFactor(trx: Db, userId: number): Promise<boolean> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const removed = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return removed?.confirmed_at !== undefined && removed.confirmed_at !== null;
}
