import { randomInt } from 'node:crypto';
import type { Context } from '../../../../core/context.ts';
import { lockUntilCommit } from '../../../../db/hidden-names.ts';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { Secrets } from '../../../../core/secrets.ts';
import { codeMinutes, receiverLimits, waitSec, type CodeChannel, type CodePurpose } from './code-policy.ts';

export type CodeFor = { purpose: CodePurpose; channel: CodeChannel; receiver: string; ip: string };

/** The stored form of a code: a keyed hash bound to purpose and receiver. */
export function hashCode(
  secrets: Secrets,
  { purpose, receiver, code }: { purpose: CodePurpose; receiver: string; code: string },
): Buffer {
  return secrets.hmac('message_codes', `${purpose}|${receiver}|${code}`);
}

const secondsUntil = (moment: number, now: Date): number => Math.max(1, Math.ceil((moment - now.getTime()) / 1000));

/** Throws if the receiver got a code too recently, or too many; `sentAt` holds the times of the last day, newest first. */
function assertRoom(sentAt: readonly number[], now: Date): void {
  const [newest] = sentAt;
  if (newest !== undefined && newest + waitSec * 1000 > now.getTime()) {
    const seconds = secondsUntil(newest + waitSec * 1000, now);
    throw new AppError('auth.code_too_soon', { retry_after: seconds, params: { seconds } });
  }
  for (const { max, seconds } of receiverLimits) {
    const decisive = sentAt[max - 1];
    if (decisive === undefined || decisive + seconds * 1000 <= now.getTime()) continue;
    throw new AppError('auth.code_limit', { retry_after: secondsUntil(decisive + seconds * 1000, now) });
  }
}

async function sentTimes(trx: Db, receiver: string, now: Date): Promise<number[]> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const rows = await trx
    .selectFrom('message_codes')
    .select('created_at')
    .where('receiver', '=', receiver)
    .where('created_at', '>', dayAgo)
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();
  return rows.map((row) => row.created_at.getTime());
}

/** Creates a code within the limits of its receiver and stores its hash; earlier codes for the same purpose stop working. */
export async function makeCode(
  ctx: Context,
  { purpose, channel, receiver, ip }: CodeFor,
): Promise<{ id: number; code: string }> {
  const now = ctx.clock();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    // Concurrent requests for one receiver are serialized, so that the second sees the first.
    await lockUntilCommit(trx, `code:${receiver}`);
    assertRoom(await sentTimes(trx, receiver, now), now);
    return trx
      .insertInto('message_codes')
      .values({
        purpose,
        receiver,
        code_hash: hashCode(ctx.secrets, { purpose, receiver, code }),
        ip,
        created_at: now,
        expires_at: new Date(now.getTime() + codeMinutes[channel] * 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  return { id, code };
}

/** Takes back a code that was not sent: the next one need not wait for it. */
export async function deleteCode({ db }: Context, id: number): Promise<void> {
  await db.deleteFrom('message_codes').where('id', '=', id).where('used_at', 'is', null).execute();
}
