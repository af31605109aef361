import { asDuplicateError, changeNumber } from '../../auth/login/public.ts';
import { AppError } from '../../../core/app-error.ts';
import { addJob } from '../../../core/job.ts';
import type { Write } from '../../../kit/behaviour.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { checkMayChangeAccounts } from './roles-of.ts';

type Change = { user_id: number; reason: string };

/** Gives the account another number, or none: its sessions end, and the number it had is told. Throws `auth.mobile_taken`. */
export async function changeMobileOf(
  write: Write,
  { user_id, reason, mobile_phone: mobile }: Change & { mobile_phone: string | null },
): Promise<void> {
  const { trx, call } = write;
  await checkMayChangeAccounts(write, [user_id]);
  const change = { user_id, mobile_phone: mobile, cause: 'school', changed_by: call.actor.user_id } as const;
  const old = await changeNumber(call.ctx, trx, { ...change, reason }).catch((error: unknown) => {
    throw asDuplicateError(error);
  });
  if (old === mobile) return;
  await call.sessions.revoke(trx, { user_id, reason: 'mobile_changed' });
  if (old !== null) await addJob(trx, 'tell_former_number', { mobile_phone: old, locale: call.locale });
}

/** Gives the account another mailbox, or none: its sessions end. Throws `auth.email_taken`. */
export async function changeEmailOf(
  write: Write,
  { user_id, email }: Omit<Change, 'reason'> & { email: string | null },
): Promise<void> {
  await checkMayChangeAccounts(write, [user_id]);
  try {
    await setColumns(write, 'users', { ids: [user_id], values: { email: email?.toLowerCase() || null } });
  } catch (error) {
    throw asDuplicateError(error);
  }
  await write.call.sessions.revoke(write.trx, { user_id, reason: 'mobile_changed' });
}

/** The school says that the number is its owner's: a code to it opens the account again, however long it was idle. */
export async function confirmMobileOf(write: Write, userId: number): Promise<void> {
  await checkMayChangeAccounts(write, [userId]);
  await write.trx
    .updateTable('users')
    .set({ number_confirmed_at: write.call.ctx.clock() })
    .where('id', '=', userId)
    .execute();
}

/** A login that another account has, in words for the back office: `who` is what the person may know of it. */
export const takenBy = (error: unknown, who: string): unknown => {
  const isTaken =
    error instanceof AppError && (error.code === 'auth.mobile_taken' || error.code === 'auth.email_taken');
  if (!isTaken) return error;
  return new AppError(error.code === 'auth.mobile_taken' ? 'member.mobile_taken' : 'member.email_taken', {
    field: error.code === 'auth.mobile_taken' ? 'mobile_phone' : 'email',
    params: { who },
  });
};
