import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TrialStart } from '@kaike/shared/contracts/ai/ai-trials';
import type * as aiTrials from '@kaike/shared/contracts/ai/ai-trials';
import { aiPeopleStatus } from '@kaike/shared/domain/ai/ai-chat';
import { AppError, assert } from '../../../core/app-error.ts';
import type { CallOf } from '../../../core/call.ts';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { isTrial, isPlayable } from '../scenes/public.ts';
import { addTrial } from './trials.store.ts';
import { playTrial } from './play-trial.ts';

const tokenBytes = 24;

type TrialOffer = TrialStart['teacher'] & { scene: unknown };

/** The scene, if it can be tried now, with the first teacher of the school who speaks its language. */
async function findOffer(db: Db, templateId: number): Promise<TrialOffer> {
  const { rows } =
    await sql<TrialOffer>`select t.scene, p.name, p.avatar, p.gender, p.language, p.speech_rate from ai_prompt_templates t
    cross join lateral (select * from ai_peoples p where p.status = ${aiPeopleStatus.on} and p.deleted_at is null and p.for_minors
      order by p.language <> t.locale, p.sort, p.id limit 1) p
    where t.id = ${templateId} and ${isTrial}`.execute(db);
  const [offer] = rows;
  if (!offer) throw new AppError('ai.scene_off');
  return offer;
}

/** What registering adds: every scene, and the free time of a day. */
async function readGifts({ db, settings, adapters }: Context): Promise<TrialStart['member']> {
  const hasVendor = (await adapters.chat.vendor()) !== null;
  const { rows } = await sql<{ scenes: number }>`select count(*)::int as scenes from ai_prompt_templates t
    where ${isPlayable(hasVendor)}`.execute(db);
  return { scenes: rows[0]?.scenes ?? 0, daily_free_sec: await settings.get('ai_daily_free_sec') };
}

/** Begins a trial once the captcha is solved. No account is made, and nothing is paid for it. */
export async function startTrial({ ctx, body }: CallOf<typeof aiTrials.startTrial>): Promise<TrialStart> {
  const { db, clock, settings, adapters } = ctx;
  const { scene, ...teacher } = await findOffer(db, body.template_id);
  assert(await adapters.captcha.consume(db, body.verify), 'auth.captcha_failed', { field: 'verify' });
  const token = randomBytes(tokenBytes).toString('base64url');
  const limit = await settings.get('ai_trials_a_day');
  const id = await addTrial(db, { ...body, token, limit, now: clock() });
  assert(id !== null, 'ai.trial_full');
  return { ...playTrial({ id, level: body.level, scene }, []), token, teacher, member: await readGifts(ctx) };
}
