import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TrialStart, TrialStep } from '@kaike/shared/contracts/ai-trials';
import type * as aiTrials from '@kaike/shared/contracts/ai-trials';
import { aiPeopleStatus } from '@kaike/shared/domain/ai/ai-chat';
import { careLabels } from '@kaike/shared/domain/ai/moderation';
import { maxTrialAnswerLength, trialSecLeft, trialTurns } from '@kaike/shared/domain/ai/scene/trial';
import { dropUnseen } from '@kaike/shared/domain/ai/unseen-signs';
import { AppError, assert } from '../../core/app-error.ts';
import type { CallOf } from '../../core/call.ts';
import type { Context } from '../../core/context.ts';
import type { Db } from '../../db/pool.ts';
import { checkContinued, createTextCheck, readHelpLines } from '../ai-moderations/public.ts';
import { isPlayable, isTrial, playScene, readScript } from '../ai-scenes/public.ts';
import { addTrial, takeTurn, type Trial } from './trials.store.ts';

const tokenBytes = 24;

type Played = TrialStep & { intro: TrialStart['intro'] };

/** What follows these answers, by the script alone. */
function playTrial({ id, level, scene }: Trial, answers: readonly string[]): Played {
  const script = readScript(scene);
  assert(script, 'ai.scene_off');
  const talk = playScene(script, { level, seed: id, answers });
  const secLeft = trialSecLeft(talk.turns);
  const ended = talk.ended ? 'done' : secLeft === 0 ? 'time' : null;
  return {
    intro: script.script.intro,
    line: talk.turns.at(-1)?.line ?? talk.opening,
    goals: script.goals.map(({ text, zh }, index) => ({ text, zh, is_done: talk.goals_done.includes(index) })),
    hint: ended ? null : talk.hint,
    sec_left: secLeft,
    ended,
    refused: null,
  };
}

type Offer = TrialStart['teacher'] & { scene: unknown };

/** The scene, if it can be tried now, with the first teacher of the school who speaks its language. */
async function findOffer(db: Db, templateId: number): Promise<Offer> {
  const { rows } =
    await sql<Offer>`select t.scene, p.name, p.avatar, p.gender, p.language, p.speech_rate from ai_prompt_templates t
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
export async function beginTrial({ ctx, body }: CallOf<typeof aiTrials.startTrial>): Promise<TrialStart> {
  const { db, clock, settings, adapters } = ctx;
  const { scene, ...teacher } = await findOffer(db, body.template_id);
  assert(await adapters.captcha.consume(db, body.verify), 'auth.captcha_failed', { field: 'verify' });
  const token = randomBytes(tokenBytes).toString('base64url');
  const limit = await settings.get('ai_trials_a_day');
  const id = await addTrial(db, { ...body, token, limit, now: clock() });
  assert(id !== null, 'ai.trial_full');
  return { ...playTrial({ id, level: body.level, scene }, []), token, teacher, member: await readGifts(ctx) };
}

const isAnswer = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxTrialAnswerLength;

function readAnswers(value: unknown): string[] {
  const answers = Array.isArray(value) && value.length > 0 && value.length <= trialTurns ? value : null;
  if (!answers?.every(isAnswer)) throw new AppError('request.invalid', { field: 'answers' });
  assert(
    answers.every((answer) => dropUnseen(answer) === answer),
    'ai.unseen_signs',
    { field: 'answers' },
  );
  return answers;
}

/** The next step of a trial. Words that no talk takes are not played; nothing of them is kept. */
export async function nextStep({ ctx, body }: CallOf<typeof aiTrials.continueTrial>): Promise<TrialStep> {
  const answers = readAnswers(body.answers);
  const trial = await takeTurn(ctx.db, { token: body.token, turns: answers.length, now: ctx.clock() });
  assert(trial, 'ai.trial_over');
  const before = playTrial(trial, answers.slice(0, -1));
  assert(before.ended === null, 'ai.trial_over');
  const check = createTextCheck(await ctx.settings.get('ai_blocked_words'));
  const refused = checkContinued(check, answers.slice(0, -1), answers.at(-1) ?? '');
  if (!refused) {
    const { intro: _intro, ...step } = playTrial(trial, answers);
    return step;
  }
  const isCare = careLabels.includes(refused.label);
  const { intro: _intro, ...step } = before;
  return { ...step, refused: { is_care: isCare, help_lines: isCare ? await readHelpLines(ctx) : [] } };
}
