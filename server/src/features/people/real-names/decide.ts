import { sql } from 'kysely';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { needsGuardian } from '@kaike/shared/domain/people/id-card';
import { authStatus, realNameActions } from '@kaike/shared/domain/people/people';
import { allows } from '@kaike/shared/domain/status';
import type { ErrorCode } from '@kaike/shared/errors';
import type { members } from '@kaike/shared/resources/people/members';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, DryRunNotes, FailedRow, RowOf } from '../../../kit/behaviour.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { noticeMembers } from '../../messaging/notices/public.ts';
import { settleBirthdays } from './birthdays.ts';
import { isUsedUp, openIdCard } from './id-cards.ts';

type Review = { real_name: string; id_card: Buffer; id_card_last4: string };

/** Stores the submitted identity and logs the change. */
async function applyReview(run: ActionRun<typeof members>, row: RowOf<typeof members>, review: Review): Promise<void> {
  const { trx, call, reason } = run;
  await setColumns({ trx, call }, 'members', { ids: [row.id], values: { ...review, birthday_locked: false } });
  await writeLog(trx, call, {
    resource: 'members',
    action: 'update-real-name',
    record_id: row.id,
    record_title: String(row.display_name ?? ''),
    before: { real_name: row.real_name },
    after: { real_name: review.real_name },
    reason,
  });
}

/** Why a submitted number cannot pass; null when it can. Those of children were once submitted without a guardian. */
async function refuseNumber(
  { trx, call: { ctx } }: ActionRun<typeof members>,
  { member_id, id_card: sealed, limit }: { member_id: number; id_card: Buffer; limit: number },
): Promise<ErrorCode | null> {
  const idCard = openIdCard(ctx, member_id, sealed);
  if (await isUsedUp(ctx, trx, { id_card: idCard, member_id, limit })) return 'account.id_card_limit';
  if (!needsGuardian(idCard, dayOf(ctx.clock()))) return null;
  const consent = await trx
    .selectFrom('sensitive_consents')
    .select('id')
    .where('member_id', '=', member_id)
    .where('by_guardian', '=', true)
    .executeTakeFirst();
  return consent ? null : 'account.guardian_consent';
}

async function decideOne(
  run: ActionRun<typeof members, 'update-is-auth'>,
  row: RowOf<typeof members>,
  limit: number,
): Promise<FailedRow | null> {
  const { trx, call, input } = run;
  const isPassed = input.is_auth === authStatus.passed;
  if (!isPassed && !allows(realNameActions, 'refuse', row.is_auth)) return { id: row.id, code: 'record.state' };
  const review = await trx
    .selectFrom('real_name_reviews')
    .select(['real_name', 'id_card', 'id_card_last4'])
    .where('member_id', '=', row.id)
    .executeTakeFirst();
  if (isPassed && review) {
    const code = await refuseNumber(run, { member_id: row.id, id_card: review.id_card, limit });
    if (code) return { id: row.id, code };
    await applyReview(run, row, review);
  }
  await trx.deleteFrom('real_name_reviews').where('member_id', '=', row.id).execute();
  const values = {
    is_auth: input.is_auth,
    auth_method: isPassed ? 'manual' : null,
    auth_at: isPassed ? call.ctx.clock() : null,
    auth_refusal: isPassed ? '' : run.reason,
    // The birthday of a number that does not hold any more is the learner's to correct.
    ...(row.is_auth === authStatus.passed && !isPassed ? { birthday_locked: false } : {}),
  };
  await setColumns({ trx, call }, 'members', { ids: [row.id], values });
  if (isPassed) await settleBirthdays(call.ctx, trx, [row.id]);
  return null;
}

/** Notifies the members of the result, and of the reason for a refusal. */
async function notifyDecided(
  run: ActionRun<typeof members, 'update-is-auth'>,
  rows: RowOf<typeof members>[],
): Promise<void> {
  if (rows.length === 0) return;
  const key = run.input.is_auth === authStatus.passed ? 'passed' : 'failed';
  const { t } = run.call;
  const content = {
    title: t(`sign_in.real_name.${key}`),
    body: t(`sign_in.real_name.${key}_text`, { reason: run.reason }),
    by_mail: false,
    by_sms: false,
  };
  await noticeMembers({ ...run, rows, input: content });
}

/** Sets the result of a manual real-name review. */
export async function decideRealName(run: ActionRun<typeof members, 'update-is-auth'>): Promise<ActionResult> {
  const limit = await run.call.ctx.settings.get('id_card_accounts');
  const failed: FailedRow[] = [];
  for (const row of run.rows) {
    const refused = await decideOne(run, row, limit);
    if (refused) failed.push(refused);
  }
  const refused = new Set(failed.map(({ id }) => id));
  const done = run.rows.filter(({ id }) => !refused.has(id));
  await notifyDecided(run, done);
  return { changed: done.length, failed };
}

const maxShown = 5;

/** Dry run: the submitted names with the end of their numbers, and the notice the member will get. */
export const previewRealName: DryRunNotes = async ({ ctx, t }, { where, input }) => {
  const { rows } = await sql<{
    title: string;
    real_name: string;
    id_card_last4: string;
  }>`select r.display_name as title, v.real_name, v.id_card_last4
    from member_rows r join real_name_reviews v on v.member_id = r.id where ${where} order by r.id limit ${maxShown}`.execute(
    ctx.db,
  );
  const key = 'resources.members.review';
  const handedIn = rows.map(({ title, real_name: name, id_card_last4: last4 }) => {
    const text = t(`${key}.handed_in`, { name, number: `${'*'.repeat(14)}${last4}` });
    return rows.length > 1 ? t(`${key}.of`, { title, text }) : text;
  });
  return [...handedIn, t(input.is_auth === authStatus.passed ? `${key}.told_passed` : `${key}.told_failed`)];
};
