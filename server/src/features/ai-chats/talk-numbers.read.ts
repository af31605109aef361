import { sql } from 'kysely';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import type { Locale } from '@kaike/shared/locales/languages';
import { shippedText } from '../../core/wording.ts';
import type { Db } from '../../db/pool.ts';

/** What was counted in a talk; not a word of what was said. */
export type TalkNumbers = {
  id: number;
  title: string;
  cefr: string;
  turns: number;
  member_words: number;
  talk_sec: number;
  goals_done: number;
  /** Null where the scene has none. */
  goals: number | null;
  started_at: Date;
};

const shownTalks = 10;

/** The last talks of a member that ended with a report. Those the member deleted are gone. */
export async function readTalkNumbers(db: Db, memberId: number, locale: Locale): Promise<TalkNumbers[]> {
  const { rows } =
    await sql<TalkNumbers>`select id, title, cefr, turns, member_words, talk_sec, cardinality(goals_done) as goals_done,
      nullif(jsonb_array_length(report -> 'goals'), 0) as goals, started_at
    from ai_chats where member_id = ${memberId} and status in (${chatStatus.finished}, ${chatStatus.expired}) and deleted_at is null and turns > 0
      and jsonb_typeof(report -> 'goals') = 'array'
    order by id desc limit ${shownTalks}`.execute(db);
  return rows.map((row) => ({ ...row, title: shippedText(row.title, locale) }));
}
