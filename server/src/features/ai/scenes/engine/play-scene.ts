import type { ScriptLine, ScriptLevel, ScriptNode, ScriptQuestion } from '@kaike/shared/domain/ai/scene-script';
import type { SlotValues } from './patterns.ts';
import type { ScriptedScene } from './parse-script.ts';
import { fillLine, joinLines, pickLine } from './fill-line.ts';
import { matchesAny, understand } from './understand.ts';
import { parseWords } from './words.ts';

/** The whole input of a conversation: the same input always plays the same way. */
export type Play = { level: ScriptLevel; seed: number; answers: readonly string[] };

/** One answer, what it was understood as, and what the teacher says to it. */
export type PlayedTurn = { answer: string; intent: string | null; line: ScriptLine; goals: readonly number[] };

export type Talk = {
  opening: ScriptLine;
  turns: readonly PlayedTurn[];
  /** Indexes of the goals that are done. */
  goals_done: readonly number[];
  ended: boolean;
  /** What can be said now, and a good answer. */
  hint: { task: string; task_en: string; model: ScriptLine } | null;
};

type State = { node: ScriptNode; misses: number; values: SlotValues; goals: readonly number[] };
type Stage = Pick<Play, 'level' | 'seed'> & ScriptedScene;
type Step = { state: State; line: ScriptLine; intent: string | null };

/** Misses after which the teacher gives the model answer and goes on. */
const maxMisses = 3;

const isQuestion = (node: ScriptNode): node is ScriptQuestion => !('end' in node);

/** The node with this id, or the next one that is not passed over. */
function enter({ script: { nodes } }: Stage, id: string, values: SlotValues): ScriptNode {
  let node = nodes.find((one) => one.id === id);
  while (node && isQuestion(node) && node.skip !== null && node.skip in values) {
    const { next } = node;
    node = nodes.find((one) => one.id === next);
  }
  if (!node) throw new RangeError(`No node ${id}`);
  return node;
}

const lineOf = (stage: Stage, node: ScriptNode, turn: number): ScriptLine =>
  pickLine(node.say[stage.level], `${stage.seed}:${turn}:${node.id}`);

function miss(stage: Stage, state: State & { node: ScriptQuestion }, turn: number): Step {
  const { node } = state;
  const misses = state.misses + 1;
  if (misses < maxMisses) {
    const line = misses === 1 ? node.else.rephrase : node.else.choices;
    return { state: { ...state, misses }, line, intent: null };
  }
  const model = node.model[stage.level];
  const meaning = understand(node, model.en, stage.script.slots);
  const values = { ...state.values, ...meaning?.values };
  const next = enter(stage, meaning?.expectation.next ?? node.next, values);
  const lead = {
    en: `You can say: "${model.en}" Let's go on.`,
    zh: `可以这样说：“${model.en}”（${model.zh}）我们继续。`,
  };
  return {
    state: { ...state, node: next, misses: 0, values },
    line: joinLines([lead, lineOf(stage, next, turn)]),
    intent: null,
  };
}

function goalsOf(
  { goals, script }: Stage,
  answer: string,
  { intent, values }: { intent: string | null; values: SlotValues },
): number[] {
  const words = parseWords(answer);
  return goals.flatMap(({ check }, index) => {
    const isDone =
      'intents' in check
        ? intent !== null && check.intents.includes(intent)
        : 'slot' in check
          ? check.slot in values
          : matchesAny(check.any, { words, slots: script.slots, near: true });
    return isDone ? [index] : [];
  });
}

function step(
  stage: Stage,
  state: State & { node: ScriptQuestion },
  { answer, turn }: { answer: string; turn: number },
): Step {
  const meaning = understand(state.node, answer, stage.script.slots);
  const result = goalsOf(stage, answer, { intent: meaning?.expectation.intent ?? null, values: meaning?.values ?? {} });
  const goals = [...new Set([...state.goals, ...result])].toSorted((a, b) => a - b);
  if (!meaning) return miss(stage, { ...state, goals }, turn);
  const { expectation } = meaning;
  const values = { ...state.values, ...meaning.values };
  const next = enter(stage, expectation.next ?? state.node.next, values);
  const reply = expectation.reply.length > 0 ? [pickLine(expectation.reply, `${stage.seed}:${turn}:reply`)] : [];
  return {
    state: { node: next, misses: 0, values, goals },
    line: joinLines([...reply, lineOf(stage, next, turn)]),
    intent: expectation.intent,
  };
}

/** Plays a scripted scene from its beginning through these answers. Answers after the end are left out. */
export function playScene(scene: ScriptedScene, { level, seed, answers }: Play): Talk {
  const stage: Stage = { ...scene, level, seed };
  const { slots } = scene.script;
  const first = enter(stage, scene.script.nodes[0]?.id ?? '', {});
  const opening = fillLine(lineOf(stage, first, 0), slots, {});
  const turns: PlayedTurn[] = [];
  let state: State = { node: first, misses: 0, values: {}, goals: [] };
  for (const [index, answer] of answers.entries()) {
    const { node } = state;
    if (!isQuestion(node)) break;
    const before = state.goals;
    const { state: after, line, intent } = step(stage, { ...state, node }, { answer, turn: index + 1 });
    state = after;
    const goals = after.goals.filter((goal) => !before.includes(goal));
    turns.push({ answer, intent, line: fillLine(line, slots, after.values), goals });
  }
  const { node, goals } = state;
  return {
    opening,
    turns,
    goals_done: goals,
    ended: !isQuestion(node),
    hint: isQuestion(node) ? { task: node.task, task_en: node.task_en, model: node.model[level] } : null,
  };
}
