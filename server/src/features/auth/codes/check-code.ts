import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/pool.ts';
import { AppError } from '../../../core/app-error.ts';
import { isSameBytes } from '../../../core/secrets.ts';
import { codeTries, type CodePurpose } from './code-policy.ts';
import { hashCode } from './make-code.ts';

type SubmittedCode = { purpose: CodePurpose; receiver: string; code: string };

const wrong = (): AppError => new AppError('auth.code_wrong', { field: 'message_code' });

/** Takes one try of the newest code, at once and for good, so that parallel guesses cannot share a try. */
async function takeTry(
  { db, clock }: Context,
  { purpose, receiver }: SubmittedCode,
): Promise<{ id: number; code_hash: Buffer } | null> {
  const now = clock();
  const { rows } = await sql<{ id: number; code_hash: Buffer }>`
    update message_codes set tries = tries + 1
    where id = (select id from message_codes where receiver = ${receiver} and purpose = ${purpose} order by created_at desc, id desc limit 1)
      and tries < ${codeTries} and used_at is null and expires_at > ${now}
    returning id, code_hash`.execute(db);
  return rows[0] ?? null;
}

/** The id of the code when it is the right one; throws `auth.code_wrong`, after five wrong ones for every one. */
export async function checkCode(ctx: Context, submitted: SubmittedCode): Promise<number> {
  const hash = hashCode(ctx.secrets, submitted);
  const row = await takeTry(ctx, submitted);
  if (!row || !isSameBytes(row.code_hash, hash)) throw wrong();
  // A right one costs no try: what fails after it may be tried again.
  await sql`update message_codes set tries = tries - 1 where id = ${row.id}`.execute(ctx.db);
  return row.id;
}

/** Uses a checked code up, inside the transaction of what it is for; of two at once only one gets through. */
export async function consumeCode({ clock }: Context, trx: Db, id: number): Promise<void> {
  const now = clock();
  const used = await trx
    .updateTable('message_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw wrong();
}
