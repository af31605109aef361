import { choicesOf } from '../status.ts';

/** Levels a scripted scene is written in. */
export const scriptLevels = ['A1', 'B1', 'C1'] as const;
export type ScriptLevel = (typeof scriptLevels)[number];
export const scriptLevelChoices = choicesOf({ a1: 'A1', b1: 'B1', c1: 'C1' });

/** Something said, with its Chinese. */
export type ScriptLine = { en: string; zh: string };
export type ByLevel<T> = Readonly<Record<ScriptLevel, T>>;

/** What an answer may contain and later lines repeat as `{name}`. `otherwise` stands for it until it is known. */
export type ScriptSlot = { otherwise: ScriptLine } & (
  | { kind: 'number' | 'time' | 'name' }
  /** Chinese by English value; synonyms follow a `|`, and lines repeat the first. */
  | { kind: 'choice'; values: Readonly<Record<string, string>> }
);

/** Answers that mean the same. The first of a node whose pattern matches counts. */
export type ScriptExpectation = {
  intent: string;
  any: readonly string[];
  /** Said before the next node's line. */
  reply: readonly ScriptLine[];
  /** Slots filled as well if the answer mentions one of their values. */
  also: readonly string[];
  /** Instead of the node's next. */
  next: string | null;
};

/** A question of the teacher. */
export type ScriptQuestion = {
  id: string;
  say: ByLevel<readonly ScriptLine[]>;
  /** In Chinese, what to say; the first half of the hint. */
  task: string;
  /** The same for readers of English; empty in scenes without it. */
  task_en: string;
  /** A good answer; the second half of the hint, and shown after the third miss. */
  model: ByLevel<ScriptLine>;
  expect: readonly ScriptExpectation[];
  /** After the first and the second answer that was not understood; the same simple words on every level. */
  else: { rephrase: ScriptLine; choices: ScriptLine };
  /** Passed over when this slot is already filled. */
  skip: string | null;
  next: string;
};

/** The teacher's last line. */
export type ScriptEnd = { id: string; say: ByLevel<readonly ScriptLine[]>; end: true };

export type ScriptNode = ScriptQuestion | ScriptEnd;

/** A goal is done by an intent, a filled slot, or an answer with one of these patterns. */
export type GoalCheck = { intents: readonly string[] } | { slot: string } | { any: readonly string[] };
export type ScriptGoal = Readonly<{ text: string; zh: string; check: GoalCheck }>;

/** A conversation as data: it starts at the first node. */
export type SceneScript = {
  intro: ScriptLine;
  slots: Readonly<Record<string, ScriptSlot>>;
  nodes: readonly ScriptNode[];
};

/** Bytes of a script as JSON. */
export const maxScriptBytes = 65_536;
