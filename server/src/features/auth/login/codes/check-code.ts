import { sql } from 'kysely';
import { clearBounces } from '../../../../core/messages/bounced-mobiles.ts';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import { isSameBytes } from '../../../../core/secrets.ts';
import { codeTries, type CodePurpose } from './code-policy.ts';
import { hashCode } from './make-code.ts';

type SubmittedCode = { purpose: CodePurpose; receiver: string; code: string };

const wrong = (): AppError => new AppError('auth.code_wrong', { field: 'message_code' });

/** Where no code can be sent, nobody is told to look for the right one. */
async function refusalOf({ adapters }: Context, { purpose, receiver }: SubmittedCode): Promise<AppError> {
  if (receiver.includes('@')) return (await adapters.mail.can_deliver()) ? wrong() : new AppError('mail.not_available');
  return (await adapters.sms.can_deliver(purpose)) ? wrong() : new AppError('sms.not_available');
}

/** Atomically uses one try of the newest code, so that parallel guesses cannot share a try. */
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

/** Returns the id of the matching code; throws `auth.code_wrong`, and after five wrong codes does so for any code. */
export async function checkCode(ctx: Context, submitted: SubmittedCode): Promise<number> {
  const hash = hashCode(ctx.secrets, submitted);
  const row = await takeTry(ctx, submitted);
  if (!row || !isSameBytes(row.code_hash, hash)) throw await refusalOf(ctx, submitted);
  // A correct code costs no try, so that a later failure can be retried.
  await sql`update message_codes set tries = tries - 1 where id = ${row.id}`.execute(ctx.db);
  return row.id;
}

/** Marks a checked code as used, in the transaction of its purpose; of two concurrent calls only one succeeds. */
export async function consumeCode({ clock }: Context, trx: Db, id: number): Promise<void> {
  const now = clock();
  const used = await trx
    .updateTable('message_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('receiver')
    .executeTakeFirst();
  if (!used) throw wrong();
  // Its message arrived.
  await clearBounces(trx, [used.receiver]);
}
