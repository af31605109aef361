import { members } from '@kaike/shared/resources/people/members';
import { AppError, assert } from '../../../core/app-error.ts';
import type { ActionResult, ActionRun, Write } from '../../../kit/behaviour.ts';
import { findRows } from '../../../kit/read/load-rows.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { defaultAgency } from '../../agencies/agencies/public.ts';
import { changeEmailOf, changeMobileOf, confirmMobileOf, takenBy } from '../users/public.ts';
import { limitForeignNumbers } from './joining/foreign-numbers.ts';

const changed: ActionResult = { changed: 1, failed: [] };

async function accountOf({ trx, rows }: Pick<ActionRun<typeof members>, 'trx' | 'rows'>): Promise<number> {
  const [row] = rows;
  assert(row && rows.length === 1, 'record.not_found');
  const { user_id } = await trx
    .selectFrom('members')
    .select('user_id')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  return user_id;
}

type Login = { mobile_phone: string | null; email: string | null };

/** Who has the login, if it is a learner that the person may see; otherwise that somebody has it. */
async function describeHolder({ call }: Write, { mobile_phone: mobile, email }: Login): Promise<string> {
  const { ctx, actor, t } = call;
  await limitForeignNumbers(call, { mobile_phone: mobile, email });
  const holder = await ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.id')
    .where((is) => (mobile === null ? is('u.email', '=', email) : is('u.mobile_phone', '=', mobile)))
    .executeTakeFirst();
  const reading = { db: ctx.db, actor, resource: ctx.resources.of(members) };
  const [seen] = holder ? await findRows(reading, [holder.id]) : [];
  return seen
    ? t('member_record.logins.holder', { name: seen.display_name, no: seen.member_no })
    : t('member_record.logins.somebody');
}

/** Runs a change of a login; one that another account has is told with its holder, so that the two can be merged. */
async function withHolder(write: Write, login: Login, work: () => Promise<void>): Promise<ActionResult> {
  try {
    await work();
    return changed;
  } catch (error) {
    if (!(error instanceof AppError) || !/^auth\.(mobile|email)_taken$/.test(error.code)) throw error;
    throw takenBy(error, await describeHolder(write, login));
  }
}

/** Gives a learner's account the number; one that another account has is told with its holder. */
export const assignNumber = (
  write: Write,
  change: { user_id: number; mobile_phone: string; reason: string },
): Promise<ActionResult> =>
  withHolder(write, { mobile_phone: change.mobile_phone, email: null }, () => changeMobileOf(write, change));

/** Corrects the number by which a learner logs in. */
export async function changeMobile(run: ActionRun<typeof members, 'change-mobile'>): Promise<ActionResult> {
  const { mobile_phone: mobile, reason } = run.input;
  return assignNumber(run, { user_id: await accountOf(run), mobile_phone: mobile, reason });
}

/** Takes the number off: somebody else has it by now. Everything else of the learner stays. */
export async function unbindMobile(run: ActionRun<typeof members, 'unbind-mobile'>): Promise<ActionResult> {
  await changeMobileOf(run, { user_id: await accountOf(run), mobile_phone: null, reason: run.input.reason });
  return changed;
}

/** The school has made sure that the number is the learner's. */
export async function confirmMobile(run: ActionRun<typeof members, 'confirm-mobile'>): Promise<ActionResult> {
  await confirmMobileOf(run, await accountOf(run));
  return changed;
}

export async function changeEmail(run: ActionRun<typeof members, 'change-email'>): Promise<ActionResult> {
  const email = run.input.email || null;
  const userId = await accountOf(run);
  return withHolder(run, { mobile_phone: null, email }, () => changeEmailOf(run, { user_id: userId, email }));
}

/** Moves learners to another agency, or to the school itself; what was opened for them stays paid as it was. */
export async function changeAgency(run: ActionRun<typeof members, 'change-agency'>): Promise<ActionResult> {
  const agencyId = await defaultAgency(run, run.input.agency_id);
  const ids = run.rows.filter((row) => row.agency_id !== agencyId).map(({ id }) => id);
  await setColumns(run, 'members', { ids, values: { agency_id: agencyId } });
  return { changed: ids.length, failed: [] };
}
