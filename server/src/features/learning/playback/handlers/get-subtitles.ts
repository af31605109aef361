import type * as lessons from '@kaike/shared/contracts/learning/lessons';
import { assert } from '../../../../core/app-error.ts';
import type { HttpReply } from '../../../../core/respond.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { findMine, sendVtt } from '../find-lesson.ts';

/** Sends subtitles of a lesson to members who may study it. */
export async function getSubtitles(call: MemberCallOf<typeof lessons.getSubtitles>): Promise<HttpReply> {
  const { facts } = await findMine(call, call.params.id);
  const row = await call.ctx.db
    .selectFrom('lesson_subtitles')
    .select('body')
    .where('id', '=', call.params.subtitle_id)
    .where('lesson_id', '=', facts.lesson_id)
    .executeTakeFirst();
  assert(row, 'record.not_found');
  return sendVtt(row.body);
}
