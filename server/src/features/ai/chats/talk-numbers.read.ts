import { sql } from 'kysely';
import type { TalkNumbers } from '@kaike/shared/contracts/ai/ai-chats';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import type { Locale } from '@kaike/shared/locales/languages';
import { shippedText } from '../../../core/wording.ts';
import type { Db } from '../../../db/pool.ts';

const shownTalks = 10;

/** The last talks of a member that ended with a report. Those the member deleted are gone. */
export async function loadTalkNumbers(db: Db, memberId: number, locale: Locale): Promise<TalkNumbers[]> {
  const { rows } = await sql<
    Omit<TalkNumbers, 'started_at'> & { started_at: Date }
  >`select id, title, cefr, turns, member_words, talk_sec, cardinality(goals_done) as goals_done,
      nullif(jsonb_array_length(report -> 'goals'), 0) as goals, started_at
    from ai_chats where member_id = ${memberId} and status in (${chatStatus.finished}, ${chatStatus.expired}) and deleted_at is null and turns > 0
      and jsonb_typeof(report -> 'goals') = 'array'
    order by id desc limit ${shownTalks}`.execute(db);
  return rows.map((row) => ({
    ...row,
    title: shippedText(row.title, locale),
    started_at: row.started_at.toISOString(),
  }));
}
