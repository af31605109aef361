import {
  maxScriptBytes,
  scriptLevels,
  type ByLevel,
  type GoalCheck,
  type ScriptLine,
  type SceneScript,
  type ScriptExpectation,
  type ScriptGoal,
  type ScriptNode,
  type ScriptSlot,
} from '@kaike/shared/domain/ai/scene-script';
import type { ErrorCode } from '@kaike/shared/errors';
import { AppError } from '../../../../core/app-error.ts';

/** A scene that can be played: its goals and its script. */
export type ScriptedScene = { goals: readonly ScriptGoal[]; script: SceneScript };

type Entries = ReadonlyMap<string, unknown>;

/** The error of a script that cannot be used; it names the place. */
export const scriptFault = (place: string, code: ErrorCode = 'ai_template.script'): AppError =>
  new AppError(code, { field: 'scene', params: { place } });

const entriesOf = (value: unknown, place: string): Entries => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw scriptFault(place);
  return new Map<string, unknown>(Object.entries(value));
};

/** The entries of an object that has no other keys than these. */
function readObject(value: unknown, place: string, keys: readonly string[]): Entries {
  const entries = entriesOf(value, place);
  for (const key of entries.keys()) if (!keys.includes(key)) throw scriptFault(`${place}.${key}`);
  return entries;
}

function readText(value: unknown, place: string, longest = 400): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > longest) throw scriptFault(place);
  return value;
}

const readName = (value: unknown, place: string): string => {
  const text = readText(value, place, 40);
  if (!/^[a-z][a-z\d_]*$/.test(text)) throw scriptFault(place);
  return text;
};

function readList<T>(
  value: unknown,
  place: string,
  { read, least = 1, most = 40 }: { read: (item: unknown, place: string) => T; least?: number; most?: number },
): T[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) throw scriptFault(place);
  return value.map((item: unknown, index) => read(item, `${place}[${index}]`));
}

function readLine(value: unknown, place: string): ScriptLine {
  const entries = readObject(value, place, ['en', 'zh']);
  return { en: readText(entries.get('en'), `${place}.en`), zh: readText(entries.get('zh'), `${place}.zh`) };
}

function readLevels<T>(value: unknown, place: string, read: (item: unknown, place: string) => T): ByLevel<T> {
  const entries = readObject(value, place, scriptLevels);
  const [A1, B1, C1] = scriptLevels.map((level) => read(entries.get(level), `${place}.${level}`));
  if (A1 === undefined || B1 === undefined || C1 === undefined) throw scriptFault(place);
  return { A1, B1, C1 };
}

function readSlot(value: unknown, place: string): ScriptSlot {
  const entries = readObject(value, place, ['kind', 'values', 'otherwise']);
  const otherwise = readLine(entries.get('otherwise'), `${place}.otherwise`);
  const kind = entries.get('kind');
  if (kind === 'number' || kind === 'time' || kind === 'name') return { kind, otherwise };
  if (kind !== 'choice') throw scriptFault(`${place}.kind`);
  const values = entriesOf(entries.get('values'), `${place}.values`);
  if (values.size === 0 || values.size > 60) throw scriptFault(`${place}.values`);
  const read = [...values].map(([en, zh]) => [
    readText(en, `${place}.values`, 120),
    readText(zh, `${place}.values.${en}`, 40),
  ]);
  return { kind, otherwise, values: Object.fromEntries(read) };
}

function readExpectation(value: unknown, place: string): ScriptExpectation {
  const entries = readObject(value, place, ['intent', 'any', 'reply', 'also', 'next']);
  return {
    intent: readName(entries.get('intent'), `${place}.intent`),
    any: readList(entries.get('any'), `${place}.any`, { read: (item, at) => readText(item, at, 200) }),
    reply: readList(entries.get('reply') ?? [], `${place}.reply`, { read: readLine, least: 0, most: 8 }),
    also: readList(entries.get('also') ?? [], `${place}.also`, { read: readName, least: 0, most: 8 }),
    next: entries.has('next') ? readName(entries.get('next'), `${place}.next`) : null,
  };
}

const readSay = (value: unknown, place: string): ByLevel<ScriptLine[]> =>
  readLevels(value, place, (item, at) => readList(item, at, { read: readLine, most: 8 }));

function readNode(value: unknown, place: string): ScriptNode {
  const entries = readObject(value, place, [
    'id',
    'say',
    'task',
    'task_en',
    'model',
    'expect',
    'else',
    'skip',
    'next',
    'end',
  ]);
  const id = readName(entries.get('id'), `${place}.id`);
  const say = readSay(entries.get('say'), `${place}.say`);
  if (entries.get('end') === true) return { id, say, end: true };
  const other = readObject(entries.get('else'), `${place}.else`, ['rephrase', 'choices']);
  return {
    id,
    say,
    task: readText(entries.get('task'), `${place}.task`, 100),
    task_en: entries.has('task_en') ? readText(entries.get('task_en'), `${place}.task_en`, 100) : '',
    model: readLevels(entries.get('model'), `${place}.model`, readLine),
    expect: readList(entries.get('expect'), `${place}.expect`, { read: readExpectation, most: 20 }),
    else: {
      rephrase: readLine(other.get('rephrase'), `${place}.else.rephrase`),
      choices: readLine(other.get('choices'), `${place}.else.choices`),
    },
    skip: entries.has('skip') ? readName(entries.get('skip'), `${place}.skip`) : null,
    next: readName(entries.get('next'), `${place}.next`),
  };
}

function readCheck(value: unknown, place: string): GoalCheck {
  const entries = readObject(value, place, ['intents', 'slot', 'any']);
  if (entries.size !== 1) throw scriptFault(place);
  if (entries.has('slot')) return { slot: readName(entries.get('slot'), `${place}.slot`) };
  if (entries.has('any'))
    return { any: readList(entries.get('any'), `${place}.any`, { read: (item, at) => readText(item, at, 200) }) };
  return { intents: readList(entries.get('intents'), `${place}.intents`, { read: readName }) };
}

function readGoal(value: unknown, place: string): ScriptGoal {
  const entries = readObject(value, place, ['text', 'zh', 'check']);
  return {
    text: readText(entries.get('text'), `${place}.text`, 200),
    zh: readText(entries.get('zh'), `${place}.zh`, 200),
    check: readCheck(entries.get('check'), `${place}.check`),
  };
}

/** The goals and the script of a stored scene, by shape; null when it has no script. */
export function parseScript(scene: unknown): ScriptedScene | null {
  const entries = entriesOf(scene, 'scene');
  const script = entries.get('script');
  if (script === undefined || script === null) return null;
  if (Buffer.byteLength(JSON.stringify(script)) > maxScriptBytes)
    throw scriptFault('script', 'ai_template.script_size');
  const parts = readObject(script, 'script', ['intro', 'slots', 'nodes']);
  const slots = [...entriesOf(parts.get('slots') ?? {}, 'script.slots')].map(([name, slot]): [string, ScriptSlot] => [
    readName(name, `script.slots.${name}`),
    readSlot(slot, `script.slots.${name}`),
  ]);
  return {
    goals: readList(entries.get('goals'), 'goals', { read: readGoal, most: 10 }),
    script: {
      intro: readLine(parts.get('intro'), 'script.intro'),
      slots: Object.fromEntries(slots),
      nodes: readList(parts.get('nodes'), 'script.nodes', { read: readNode, least: 2, most: 60 }),
    },
  };
}
