import { sql } from 'kysely';
import { defaultLocale } from '@kaike/shared/locales/languages';
import { messageAudience, messageStatus } from '@kaike/shared/domain/messaging/message-status';
import type { Context } from '../../../../core/context.ts';
import { addJob } from '../../../../core/job.ts';
import { translatorOf } from '../../../../core/wording.ts';
import type { Db } from '../../../../db/pool.ts';

type StudyNotice = { id: number; status: number };

/** The notice of a week or a day, locked; it is a draft until what it says to each learner is written. */
export async function openNotice(
  trx: Db,
  { ctx, batch, kind }: { ctx: Context; batch: string; kind: 'week' | 'reminder' },
): Promise<StudyNotice & { is_new: boolean }> {
  const t = translatorOf(defaultLocale);
  const added = await trx
    .insertInto('messages')
    .values({
      title: t(`study_notices.${kind}.name`),
      audience: messageAudience.study,
      by_mail: await ctx.adapters.mail.can_deliver(),
      status: messageStatus.draft,
      batch,
    })
    .onConflict((conflict) => conflict.column('batch').where('batch', 'is not', null).doNothing())
    .returning('id')
    .execute();
  const { rows } = await sql<StudyNotice>`select id, status from messages where batch = ${batch} for update`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new Error(`notice ${batch} is gone`);
  return { ...row, is_new: added.length > 0 };
}

/** Sends a notice to its learners who do not have it yet. */
export async function sendNotice(trx: Db, { id, now }: { id: number; now: Date }): Promise<void> {
  await trx
    .updateTable('messages')
    // From its first learner: who has it is passed over.
    .set((eb) => ({
      status: messageStatus.sending,
      send_at: now,
      cursor_id: 0,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
  await addJob(
    trx,
    'deliver_message',
    { message_id: id, send_at: now.toISOString() },
    { key: `deliver_message:${id}` },
  );
}
