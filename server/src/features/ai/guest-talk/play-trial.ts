import type { TrialStart, TrialStep } from '@kaike/shared/contracts/ai/ai-trials';
import { trialSecLeft } from '@kaike/shared/domain/ai/scene/trial';
import { assert } from '../../../core/app-error.ts';
import { playScene, parseScript } from '../scenes/public.ts';
import type { VisitorTrial } from './trials.store.ts';

type Played = TrialStep & { intro: TrialStart['intro'] };

/** What follows these answers, by the script alone. */
export function playTrial({ id, level, scene }: VisitorTrial, answers: readonly string[]): Played {
  const script = parseScript(scene);
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
