import type { ScriptNode, ScriptQuestion } from '@kaike/shared/domain/ai/scene-script';
import type { ScriptedScene } from './parse-script.ts';
import { matchesAny, understandExactly } from './understand.ts';
import { parseWords } from './words.ts';

const isQuestion = (node: ScriptNode): node is ScriptQuestion => !('end' in node);

/**
 * The goals of a scene that answers reach when somebody else than the script asks, in whatever order. Patterns that take anything
 * count for nothing: they need the question of the script before them.
 */
export function findGoals({ goals, script }: ScriptedScene, answers: readonly string[]): number[] {
  const questions = script.nodes.filter(isQuestion);
  const [intents, slots] = [new Set<string>(), new Set<string>()];
  for (const answer of answers)
    for (const question of questions) {
      const meaning = understandExactly(question, answer, script.slots);
      if (!meaning) continue;
      intents.add(meaning.expectation.intent);
      for (const name of Object.keys(meaning.values)) slots.add(name);
    }
  return goals.flatMap(({ check }, index) => {
    const isDone =
      'intents' in check
        ? check.intents.some((intent) => intents.has(intent))
        : 'slot' in check
          ? slots.has(check.slot)
          : answers.some((answer) =>
              matchesAny(check.any, { words: parseWords(answer), slots: script.slots, near: true }),
            );
    return isDone ? [index] : [];
  });
}
