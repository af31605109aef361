import type * as aiPromptTemplatesApi from '@kaike/shared/contracts/ai/ai-prompt-templates';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { checkScript, playScene, parseScript } from '../scenes/public.ts';

const maxAnswers = 200;
const maxAnswerLength = 500;

function readHistory(value: unknown): string[] {
  const answers = Array.isArray(value) && value.length <= maxAnswers ? value : null;
  if (!answers?.every((answer) => typeof answer === 'string' && answer.length <= maxAnswerLength))
    throw new AppError('request.invalid', { field: 'history' });
  return answers;
}

/** One step of a trial talk. Any version can be tried, drafts included, and what an editor has not saved yet. */
export async function tryTemplate(
  call: AdminCallOf<typeof aiPromptTemplatesApi.tryTemplate>,
): Promise<ResponseOf<typeof aiPromptTemplatesApi.tryTemplate>> {
  const { ctx, actor, body, params } = call;
  const answers = readHistory(body.history);
  const row = await loadRow({ db: ctx.db, actor, resource: ctx.resources.of(aiPromptTemplates) }, params.id);
  const source = body.scene ?? row.scene;
  // Stored scenes were checked when they were written.
  if (source !== row.scene) checkScript(source);
  const scene = source === null ? null : parseScript(source);
  assert(scene, 'ai_template.no_script');
  const talk = playScene(scene, { level: body.level, seed: body.seed ?? 0, answers });
  const last = talk.turns.at(-1);
  return {
    intro: scene.script.intro,
    line: last?.line ?? talk.opening,
    intent: last?.intent ?? null,
    goals: scene.goals.map(({ text, zh }, index) => ({ text, zh, is_done: talk.goals_done.includes(index) })),
    ended: talk.ended,
    hint: talk.hint,
  };
}
