import { sql } from 'kysely';
import { estimateLevel, levelOfStep, type TalkFacts } from '@kaike/shared/domain/ai/learner/level';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { cefrLevels, type CefrLevel } from '@kaike/shared/domain/people/people';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../../../db/pool.ts';
import { levelOf } from '../../scenes/public.ts';
import { levelIn } from '../chats/present-chat.ts';

const maxTalks = 500;

type Row = Omit<TalkFacts, 'level'> & { cefr: string; provider: string };

/** What was counted in the reports of scenes. Reviews of a lesson have the lesson's sentences on every level and say nothing of one. */
export async function loadFacts(db: Db, memberId: number): Promise<TalkFacts[]> {
  const { rows } =
    await sql<Row>`select c.cefr, c.provider, (c.started_at at time zone ${defaultTimeZone})::date::text as day,
      jsonb_array_length(c.report -> 'goals') as goals, cardinality(c.goals_done) as goals_done, c.turns, c.hints, (c.report ->> 'missed')::int as missed
    from ai_chats c where c.member_id = ${memberId} and c.deleted_at is null and c.mode = 'scene' and jsonb_typeof(c.report -> 'goals') = 'array'
    order by c.id desc limit ${maxTalks}`.execute(db);
  return rows.map(({ cefr, provider, ...facts }) => ({
    ...facts,
    level: provider === scriptProvider ? levelOf(cefr) : levelIn(cefr),
  }));
}

export async function findChosen(db: Db, memberId: number): Promise<CefrLevel | null> {
  const { ai_level: ownChoice } = await db
    .selectFrom('members')
    .select('ai_level')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return cefrLevels.find((level) => level === ownChoice) ?? null;
}

/** The level at which a talk begins unless the learner changes it: the one that was chosen, else the estimate; null without either. */
export async function findLevel(db: Db, memberId: number): Promise<CefrLevel | null> {
  const ownChoice = await findChosen(db, memberId);
  if (ownChoice) return ownChoice;
  const estimate = estimateLevel(await loadFacts(db, memberId));
  return estimate && levelOfStep(estimate.level);
}
