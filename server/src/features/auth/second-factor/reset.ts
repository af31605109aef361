import { sql } from 'kysely';
import type { admins } from '@kaike/shared/resources/people/admins';
import type { Context } from '../../../core/context.ts';
import { assert } from '../../../core/app-error.ts';
import type { ActionRun, ActionResult } from '../../../kit/behaviour.ts';
import { forgetFactor } from './second-factor.store.ts';

/** Removes the second factor of administrators who lost theirs; their sessions end. Nobody can do this for themselves. */
export async function resetSecondFactor({ trx, call, rows }: ActionRun<typeof admins>): Promise<ActionResult> {
  assert(
    rows.every((row) => Number(row.user_id) !== call.actor.user_id),
    'auth.second_factor_own',
  );
  const done = new Set<number>();
  for (const row of rows) {
    const userId = Number(row.user_id);
    if (!(await forgetFactor(trx, userId))) continue;
    done.add(row.id);
    await call.sessions.revoke(trx, { user_id: userId, reason: 'second_factor_reset' });
  }
  return {
    changed: done.size,
    failed: rows.filter(({ id }) => !done.has(id)).map(({ id }) => ({ id, code: 'auth.second_factor_off' })),
  };
}

/** The same from the command line, for when no other administrator can. */
export async function resetByName(ctx: Context, username: string): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  assert(user, 'record.not_found');
  await ctx.db.transaction().execute(async (trx) => {
    assert(await forgetFactor(trx, user.id), 'auth.second_factor_off');
    await sql`update user_sessions set revoked_at = ${ctx.clock()}, revoke_reason = 'second_factor_reset' where user_id = ${user.id} and revoked_at is null`.execute(
      trx,
    );
    await ctx.bus.publish(trx, `user:${user.id}`);
  });
}
