import type { ByLevel, ScriptLine } from '../scene-script.ts';
import { scenePictureIn, type ScenePicture } from './scene-picture.ts';

/** A scene as an editor holds it: everything is there, and what is empty is left out when it is written. */
export type SceneForm = {
  user_role: string;
  ai_role: string;
  place: string;
  picture: ScenePicture;
  minutes: number | null;
  goals: readonly GoalForm[];
  phrases: readonly WordedForm[];
  vocabulary: readonly WordedForm[];
  script: ScriptForm | null;
};
/** A text with its Chinese. */
export type WordedForm = { text: string; zh: string };
export const goalKinds = ['none', 'intents', 'slot', 'any'] as const;
export type GoalForm = WordedForm & { kind: (typeof goalKinds)[number]; values: readonly string[] };
export const slotKinds = ['choice', 'number', 'time', 'name'] as const;
export type SlotForm = {
  name: string;
  kind: (typeof slotKinds)[number];
  values: readonly ScriptLine[];
  otherwise: ScriptLine;
};
export type ExpectationForm = {
  intent: string;
  any: readonly string[];
  reply: readonly ScriptLine[];
  also: readonly string[];
  next: string;
};
export type NodeForm = {
  id: string;
  is_end: boolean;
  say: ByLevel<readonly ScriptLine[]>;
  task: string;
  task_en: string;
  model: ByLevel<ScriptLine>;
  expect: readonly ExpectationForm[];
  rephrase: ScriptLine;
  choices: ScriptLine;
  skip: string;
  next: string;
};
export type ScriptForm = { intro: ScriptLine; slots: readonly SlotForm[]; nodes: readonly NodeForm[] };

type Entries = Readonly<Record<string, unknown>>;

const entriesOf = (value: unknown): Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): string[] => listOf(value).map(textOf);
const kindOf = <const Kind extends string>(kinds: readonly Kind[], value: unknown, otherwise: Kind): Kind =>
  kinds.find((kind) => kind === value) ?? otherwise;

const lineOf = (value: unknown): ScriptLine => {
  const { en, zh } = entriesOf(value);
  return { en: textOf(en), zh: textOf(zh) };
};
const linesOf = (value: unknown): ScriptLine[] => listOf(value).map(lineOf);
const levelsOf = <T>(value: unknown, read: (item: unknown) => T): ByLevel<T> => {
  const levels = entriesOf(value);
  return { A1: read(levels['A1']), B1: read(levels['B1']), C1: read(levels['C1']) };
};

const wordedOf = (value: unknown): WordedForm => {
  if (typeof value === 'string') return { text: value, zh: '' };
  const { text, zh } = entriesOf(value);
  return { text: textOf(text), zh: textOf(zh) };
};

const goalOf = (value: unknown): GoalForm => {
  const check = entriesOf(entriesOf(value)['check']);
  const kind = kindOf(goalKinds, Object.keys(check)[0], 'none');
  const content = check[kind];
  return { ...wordedOf(value), kind, values: kind === 'slot' ? [textOf(content)] : textsOf(content) };
};

const slotOf = ([name, value]: [string, unknown]): SlotForm => {
  const { kind, values, otherwise } = entriesOf(value);
  return {
    name,
    kind: kindOf(slotKinds, kind, 'choice'),
    values: Object.entries(entriesOf(values)).map(([en, zh]) => ({ en, zh: textOf(zh) })),
    otherwise: lineOf(otherwise),
  };
};

const expectationOf = (value: unknown): ExpectationForm => {
  const { intent, any, reply, also, next } = entriesOf(value);
  return { intent: textOf(intent), any: textsOf(any), reply: linesOf(reply), also: textsOf(also), next: textOf(next) };
};

const nodeOf = (value: unknown): NodeForm => {
  const { id, say, task, task_en, model, expect, else: other, skip, next, end } = entriesOf(value);
  const { rephrase, choices } = entriesOf(other);
  return {
    id: textOf(id),
    is_end: end === true,
    say: levelsOf(say, linesOf),
    task: textOf(task),
    task_en: textOf(task_en),
    model: levelsOf(model, lineOf),
    expect: listOf(expect).map(expectationOf),
    rephrase: lineOf(rephrase),
    choices: lineOf(choices),
    skip: textOf(skip),
    next: textOf(next),
  };
};

const scriptOf = (value: unknown): ScriptForm | null => {
  if (value === undefined || value === null) return null;
  const { intro, slots, nodes } = entriesOf(value);
  return {
    intro: lineOf(intro),
    slots: Object.entries(entriesOf(slots)).map(slotOf),
    nodes: listOf(nodes).map(nodeOf),
  };
};

/** A stored scene for an editor. */
export function parseSceneForm(scene: unknown): SceneForm {
  const { user_role, ai_role, place, picture, minutes, goals, phrases, vocabulary, script } = entriesOf(scene);
  return {
    user_role: textOf(user_role),
    ai_role: textOf(ai_role),
    place: textOf(place),
    picture: scenePictureIn(picture),
    minutes: typeof minutes === 'number' ? minutes : null,
    goals: listOf(goals).map(goalOf),
    phrases: listOf(phrases).map(wordedOf),
    vocabulary: listOf(vocabulary).map(wordedOf),
    script: scriptOf(script),
  };
}

/** An editor may leave lines empty. */
const writePatterns = (patterns: readonly string[]): string[] =>
  patterns.map((text) => text.trim()).filter((text) => text !== '');

/** Texts without any Chinese are written as texts: those of a scene that only a chat service plays. */
const writeWorded = (items: readonly WordedForm[]): unknown[] =>
  items.every(({ zh }) => zh === '') ? items.map(({ text }) => text) : items.map(({ text, zh }) => ({ text, zh }));

const writeGoals = (goals: readonly GoalForm[]): unknown[] =>
  goals.every(({ kind }) => kind === 'none')
    ? writeWorded(goals)
    : goals.map(({ text, zh, kind, values }) => ({
        text,
        zh,
        ...(kind === 'none' ? {} : { check: { [kind]: kind === 'slot' ? (values[0] ?? '') : writePatterns(values) } }),
      }));

const writeSlot = ({ name, kind, values, otherwise }: SlotForm): [string, unknown] => [
  name,
  {
    kind,
    ...(kind === 'choice' ? { values: Object.fromEntries(values.map(({ en, zh }) => [en, zh])) } : {}),
    otherwise,
  },
];

const writeExpectation = ({ intent, any, reply, also, next }: ExpectationForm): unknown => ({
  intent,
  any: writePatterns(any),
  ...(reply.length > 0 ? { reply } : {}),
  ...(also.length > 0 ? { also } : {}),
  ...(next === '' ? {} : { next }),
});

const writeNode = (node: NodeForm): unknown => {
  const { id, say, task, task_en, model, expect, rephrase, choices, skip, next } = node;
  if (node.is_end) return { id, say, end: true };
  const rest = { expect: expect.map(writeExpectation), else: { rephrase, choices }, next };
  const english = task_en === '' ? {} : { task_en };
  return { id, say, task, ...english, model, ...rest, ...(skip === '' ? {} : { skip }) };
};

/** The scene to store. */
export function writeSceneForm(form: SceneForm): unknown {
  const { user_role, ai_role, place, picture, minutes, goals, phrases, vocabulary, script } = form;
  return {
    user_role,
    ai_role,
    place,
    ...(picture === 'talk' ? {} : { picture }),
    minutes,
    goals: writeGoals(goals),
    ...(phrases.length > 0 ? { phrases: writeWorded(phrases) } : {}),
    ...(vocabulary.length > 0 ? { vocabulary: writeWorded(vocabulary) } : {}),
    ...(script
      ? {
          script: {
            intro: script.intro,
            slots: Object.fromEntries(script.slots.map(writeSlot)),
            nodes: script.nodes.map(writeNode),
          },
        }
      : {}),
  };
}

export const emptyLine: ScriptLine = { en: '', zh: '' };
const emptyLevels = <T>(value: T): ByLevel<T> => ({ A1: value, B1: value, C1: value });

export const emptyExpectation: ExpectationForm = { intent: '', any: [], reply: [], also: [], next: '' };

export const emptyNode = (id: string): NodeForm => ({
  id,
  is_end: false,
  say: emptyLevels([emptyLine]),
  task: '',
  task_en: '',
  model: emptyLevels(emptyLine),
  expect: [emptyExpectation],
  rephrase: emptyLine,
  choices: emptyLine,
  skip: '',
  next: '',
});

/** A script to begin with: one question and the end. */
export const emptyScript = (): ScriptForm => ({
  intro: emptyLine,
  slots: [],
  nodes: [
    { ...emptyNode('start'), next: 'bye' },
    { ...emptyNode('bye'), is_end: true },
  ],
});

const renamed = (name: string, from: string, to: string): string => (name === from ? to : name);

/** The script with another name for a node, also where others lead to it. */
export function renameNode(script: ScriptForm, index: number, to: string): ScriptForm {
  const from = script.nodes[index]?.id ?? '';
  const isShared = script.nodes.filter(({ id }) => id === from).length > 1;
  const follow = (name: string): string => (from === '' || isShared ? name : renamed(name, from, to));
  return {
    ...script,
    nodes: script.nodes.map((node, at) => ({
      ...node,
      id: at === index ? to : node.id,
      next: follow(node.next),
      expect: node.expect.map((one) => ({ ...one, next: follow(one.next) })),
    })),
  };
}
