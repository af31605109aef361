import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { isNumberIdle } from './idle-number.ts';

type NumberChange = {
  user_id: number;
  mobile_phone: string | null;
  cause: 'owner' | 'school' | 'taken_over';
  /** Who changed it; null for whoever holds the number today. */
  changed_by: number | null;
  reason?: string;
};

/** Gives an account another number, or none, and remembers the one it had. Returns that one. */
export async function changeNumber(
  { clock }: Context,
  trx: Db,
  { user_id, mobile_phone: mobile, cause, changed_by, reason = '' }: NumberChange,
): Promise<string | null> {
  const now = clock();
  const { mobile_phone: old } = await trx
    .selectFrom('users')
    .select('mobile_phone')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (old === mobile) return old;
  await trx
    .updateTable('users')
    .set((eb) => ({
      mobile_phone: mobile,
      version: eb('version', '+', 1),
      updated_at: now,
      ...(changed_by === null ? {} : { updated_by: changed_by, number_confirmed_at: now }),
    }))
    .where('id', '=', user_id)
    .execute();
  await trx
    .insertInto('number_changes')
    .values({
      user_id,
      old_number: old,
      new_number: mobile,
      cause,
      changed_by,
      reason,
      created_at: now,
    })
    .execute();
  return old;
}

/**
 * Frees a number that its holder has proved by a code: an idle account that has it keeps everything else, and is reached
 * through the school. False when the account that has it is in use.
 */
export async function claimNumber(ctx: Context, trx: Db, mobile: string): Promise<boolean> {
  const holder = await trx
    .selectFrom('users')
    .select('id')
    .where('mobile_phone', '=', mobile)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!holder) return true;
  if (!(await isNumberIdle(ctx, trx, holder.id))) return false;
  await changeNumber(ctx, trx, { user_id: holder.id, mobile_phone: null, cause: 'taken_over', changed_by: null });
  await ctx.bus.publish(trx, `user:${holder.id}`);
  return true;
}
