import type { TrialStep } from '@kaike/shared/contracts/ai/ai-trials';
import type * as aiTrials from '@kaike/shared/contracts/ai/ai-trials';
import { careLabels } from '@kaike/shared/domain/ai/moderation';
import { maxTrialAnswerLength, trialTurns } from '@kaike/shared/domain/ai/scene/trial';
import { removeUnseen } from '@kaike/shared/domain/ai/unseen-signs';
import { AppError, assert } from '../../../core/app-error.ts';
import type { CallOf } from '../../../core/call.ts';
import { createTextCheck, checkContinued, loadHelpLines } from '../moderation/public.ts';
import { consumeTrialTurn } from './trials.store.ts';
import { playTrial } from './play-trial.ts';

const isAnswer = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxTrialAnswerLength;

function readAnswers(value: unknown): string[] {
  const answers = Array.isArray(value) && value.length > 0 && value.length <= trialTurns ? value : null;
  if (!answers?.every(isAnswer)) throw new AppError('request.invalid', { field: 'answers' });
  assert(
    answers.every((answer) => removeUnseen(answer) === answer),
    'ai.unseen_signs',
    { field: 'answers' },
  );
  return answers;
}

/** The next step of a trial. Words that no talk takes are not played; nothing of them is kept. */
export async function continueTrial({ ctx, body }: CallOf<typeof aiTrials.continueTrial>): Promise<TrialStep> {
  const answers = readAnswers(body.answers);
  const trial = await consumeTrialTurn(ctx.db, { token: body.token, turns: answers.length, now: ctx.clock() });
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
  return { ...step, refused: { is_care: isCare, help_lines: isCare ? await loadHelpLines(ctx) : [] } };
}
