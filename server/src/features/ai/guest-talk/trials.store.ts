import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { trialMinutes } from '@kaike/shared/domain/ai/scene/trial';
import type { ScriptLevel } from '@kaike/shared/domain/ai/scene-script';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { Db } from '../../../db/pool.ts';

/** A trial talk as it is played; its id chooses among the variants of lines. */
export type VisitorTrial = { id: number; level: ScriptLevel; scene: unknown };

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

type Start = { token: string; template_id: number; level: ScriptLevel; limit: number; now: Date };

/** Adds a trial unless the day has had as many as the school allows. */
export async function addTrial(db: Db, { token, template_id, level, limit: most, now }: Start): Promise<number | null> {
  const day = dayOf(now);
  const expiresAt = new Date(now.getTime() + trialMinutes * 60_000);
  const { rows } = await sql<{ id: number }>`insert into ai_trials (token_hash, template_id, level, day, expires_at)
    select ${hashOf(token)}, ${template_id}::bigint, ${level}, ${day}::date, ${expiresAt}::timestamptz
    where (select count(*) from ai_trials where day = ${day}::date) < ${most}::int returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** The trial with this many answers: one more than before, or as many when the step is repeated. Who starts over needs another one. */
export async function consumeTrialTurn(
  db: Db,
  { token, turns, now }: { token: string; turns: number; now: Date },
): Promise<VisitorTrial | null> {
  const { rows } = await sql<VisitorTrial>`update ai_trials r set turns = ${turns}::int from ai_prompt_templates t
    where t.id = r.template_id and r.token_hash = ${hashOf(token)} and r.expires_at > ${now} and r.turns in (${turns}::int - 1, ${turns}::int)
    returning r.id, r.level, t.scene`.execute(db);
  return rows[0] ?? null;
}

/** Trials of former days count for nothing any more. */
export async function removeTrials(db: Db, now: Date): Promise<void> {
  await sql`delete from ai_trials where day < ${dayOf(now)}::date and expires_at < ${now}`.execute(db);
}
