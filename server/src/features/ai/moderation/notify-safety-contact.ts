import { sql } from 'kysely';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import { defaultLocale } from '@kaike/shared/locales/languages';
import type { Context } from '../../../core/context.ts';
import { addJob } from '../../../core/job.ts';
import { isLocale, translatorOf } from '../../../core/wording.ts';
import type { Db } from '../../../db/pool.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'alert-care': { member_id: number };
  }
}

const hourMs = 3_600_000;

/** One for each learner: a later one takes the place of the one that waits. */
const jobOf = (memberId: number, runAt?: Date) => ({ key: `care:${memberId}`, ...(runAt ? { run_at: runAt } : {}) });

export const addCareAlert = (trx: Db, memberId: number): Promise<void> =>
  addJob(trx, 'alert-care', { member_id: memberId }, jobOf(memberId));

type Recipient = { email: string; language: string | null };

/** The mailbox in the settings; without one, everybody with a mailbox who may read what a learner in need wrote. */
async function findRecipients({ db, settings }: Context): Promise<Recipient[]> {
  const mailbox = await settings.get('ai_care_email');
  if (mailbox) return [{ email: mailbox, language: null }];
  const { rows } = await sql<Recipient>`select distinct u.email, u.language from admins a
    join users u on u.id = a.user_id join admin_role ar on ar.admin_id = a.id join roles r on r.id = ar.role_id
    where a.deleted_at is null and u.status = ${userStatus.effective} and u.email is not null
      and (r.code = 'super_admin' or (r.data_scope = 'all' and exists (select 1 from menu_role mr join menus m on m.id = mr.menu_id
        where mr.role_id = r.id and m.resource = 'ai-moderations' and m.action = 'reveal')))`.execute(db);
  return rows;
}

/** Takes what nobody was written to about; null when there is none. Within an hour of the last mail it waits for the hour's end. */
async function take({ db, clock }: Context, memberId: number): Promise<number[] | null> {
  const now = clock();
  const { rows: mails } = await sql<{ at: Date | null }>`select max(alerted_at) as at from ai_moderations
    where member_id = ${memberId} and alerted_at > ${new Date(now.getTime() - hourMs)}`.execute(db);
  const last = mails[0]?.at;
  if (last) {
    await addJob(db, 'alert-care', { member_id: memberId }, jobOf(memberId, new Date(last.getTime() + hourMs)));
    return null;
  }
  const { rows } = await sql<{ id: number }>`update ai_moderations set alerted_at = ${now}
    where member_id = ${memberId} and verdict = 'care' and alerted_at is null returning id`.execute(db);
  return rows.length > 0 ? rows.map(({ id }) => id) : null;
}

const pathOfQueue = '/admin/ai-moderations?where[_view]=care';

/** Writes to who is responsible that a learner needs a person; no word of the talk and no name leaves the back office. */
export async function notifySafetyContact(ctx: Context, memberId: number): Promise<void> {
  const { mail } = ctx.adapters;
  const recipients = await findRecipients(ctx);
  if (recipients.length === 0 || !(await mail.can_deliver())) return;
  const ids = await take(ctx, memberId);
  if (ids === null) return;
  const school = await ctx.settings.get('school_name');
  const link = ctx.config.public_url === null ? '' : `${ctx.config.public_url}${pathOfQueue}`;
  const sent = await Promise.allSettled(
    recipients.map(({ email, language }) => {
      const t = translatorOf(isLocale(language) ? language : defaultLocale);
      return mail.send({
        to: email,
        subject: t('ai_admin.care.subject', { school }),
        text: t('ai_admin.care.text', { link }).trim(),
      });
    }),
  );
  for (const one of sent)
    if (one.status === 'rejected') ctx.log.warn({ err: one.reason }, 'nobody was written to about a learner in need');
  if (sent.some(({ status }) => status === 'fulfilled')) return;
  await sql`update ai_moderations set alerted_at = null where id = any(${ids}::bigint[])`.execute(ctx.db);
  throw new Error('no mail about a learner in need was sent');
}
