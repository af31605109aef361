import type { TalkChat } from '@kaike/shared/contracts/ai/ai-talk';

/** Where a talk was started: its lesson, else the teacher's home. */
export const homeOf = ({ lesson_id: id }: Pick<TalkChat, 'lesson_id'>): string =>
  id === null ? '/home/ai-teacher' : `/home/lessons/${id}`;
