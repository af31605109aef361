import { lessonTalkProgress } from '@kaike/shared/domain/catalog/courses/lesson-talk';
import type { Db } from '../../../../db/pool.ts';
import { creditTalk } from '../../../learning/playback/public.ts';
import type { Chat } from '../chats/chat.store.ts';
import { goalsOf } from '../chats/scene-snapshot.ts';

type Credit = Pick<Chat, 'goals_done' | 'turns'> & {
  talk_sec: number;
  is_finished: boolean;
};

/** Counts a turn or the end of a talk for the lesson it belongs to, in the same transaction. The caller has locked the member and the talk. */
export async function creditLesson(
  trx: Db,
  chat: Chat,
  { talk_sec: sec, ...progress }: Credit,
  now: Date,
): Promise<void> {
  if (chat.lesson_id === null) return;
  const goals = goalsOf(chat).length;
  const { member_id, lesson_id } = chat;
  const reached = lessonTalkProgress({ ...progress, goals, goals_done: progress.goals_done.length });
  await creditTalk(trx, { member_id, lesson_id, talk_sec: sec, now, ...reached });
}
