import { describe, expect, it } from 'vitest';
import {
  maxScriptBytes,
  scriptLevels,
  type ScriptLine,
  type ScriptLevel,
  type ScriptQuestion,
} from '@kaike/shared/domain/ai/scene-script';
import { parseSceneForm, writeSceneForm } from '@kaike/shared/domain/ai/scene/scene-form';
import { sceneGaps } from '@kaike/shared/domain/ai/scene/scene-gaps';
import { wrongSceneKey } from '@kaike/shared/domain/ai/ai-template-json';
import { shippedText } from '../../../../core/wording.ts';
import { createTextCheck, maskContacts } from '../../moderation/public.ts';
import { checkScript } from '../engine/check-script.ts';
import { playScene } from '../engine/play-scene.ts';
import { parseScript, type ScriptedScene } from '../engine/parse-script.ts';
import { understand } from '../engine/understand.ts';
import answers from './answers.fixture.json' with { type: 'json' };
import { loadScenes, shippedKeys } from './scenes.ts';

const offTopic = 'Purple elephants dance quickly under wide umbrellas, elephants';

const shippedScenes = await loadScenes();

it('is listed by its key', () => {
  expect(shippedScenes.map(({ key }) => key)).toEqual(shippedKeys);
});

const scenes = shippedScenes.map(({ key, scene }): [string, ScriptedScene] => {
  const read = parseScript(scene);
  if (!read) throw new Error(`${key} has no script`);
  return [key, read];
});

it.each(shippedScenes)('$name has a name in English', ({ name }) => {
  expect(shippedText(name, 'en')).toMatch(/^[A-Z]/);
});

const questionsOf = ({ script }: ScriptedScene): ScriptQuestion[] =>
  script.nodes.flatMap((node) => ('end' in node ? [] : [node]));

/** Answers every question with the hint's model answer, changed for some turns, until the talk ends. */
function playByHints(scene: ScriptedScene, level: ScriptLevel, change: (model: string, turn: number) => string[]) {
  let answers: string[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const talk = playScene(scene, { level, seed: 7, answers });
    if (!talk.hint) return talk;
    answers = [...answers, ...change(talk.hint.model.en, turn)];
  }
  throw new Error('The talk does not end');
}

/** One letter of the first word of at least seven letters left out. */
const withTypo = (text: string): string => text.replace(/[a-z]{7,}/, (word) => word.slice(0, 3) + word.slice(4));

const cases = scenes.flatMap(([key, scene]) => scriptLevels.map((level) => [key, level, scene] as const));

describe('shipped scenes', () => {
  it.each(shippedScenes)('$key is complete, sound and small', ({ scene }) => {
    expect(wrongSceneKey(scene)).toBeNull();
    expect(() => checkScript(scene)).not.toThrow();
    expect(Buffer.byteLength(JSON.stringify(scene))).toBeLessThan(maxScriptBytes);
    const read = parseScript(scene);
    expect(read?.goals).toHaveLength(3);
    expect(read?.script.nodes.length).toBeGreaterThanOrEqual(8);
  });

  it.each(scenes)('%s says in both languages what to say', (_key, scene) => {
    for (const { task, task_en: english } of questionsOf(scene)) {
      expect(task).toMatch(/\p{Script=Han}/u);
      expect(english).toMatch(/^[A-Z][\x20-\x7e]+[a-z]$/);
    }
  });

  it.each(shippedScenes)('$key goes through the form of an editor unchanged', ({ scene }) => {
    expect(writeSceneForm(parseSceneForm(scene))).toEqual(scene);
    expect(sceneGaps(parseSceneForm(scene))).toEqual([]);
  });

  it.each(cases)(
    '%s on %s: model answers reach every goal, with a typo and an answer off the topic, too',
    (_key, level, scene) => {
      const all = [0, 1, 2];
      const plain = playByHints(scene, level, (model) => [model]);
      expect(plain.turns.filter(({ intent }) => intent === null)).toEqual([]);
      expect(plain.goals_done).toEqual(all);
      const typo = playByHints(scene, level, (model) => [withTypo(model)]);
      expect(typo.goals_done).toEqual(all);
      const strayed = playByHints(scene, level, (model, turn) => (turn === 2 ? ['香蕉 xyzzy', model] : [model]));
      expect(strayed.turns.filter(({ intent }) => intent === null)).toHaveLength(1);
      expect(strayed.goals_done).toEqual(all);
    },
  );

  it.each(scenes)('%s ends for one who never says a sensible word, and reaches no goal by it', (_key, scene) => {
    const most = questionsOf(scene).length * 3;
    const talk = playScene(scene, { level: 'A1', seed: 1, answers: Array.from({ length: most }, () => '香蕉') });
    expect(talk.ended).toBe(true);
    expect(talk.goals_done).toEqual([]);
    for (const { line } of talk.turns) expect(`${line.en}${line.zh}`).not.toMatch(/[{}]/);
  });

  it.each(scenes)('%s takes an answer off the topic for none where it knows what it waits for', (_key, scene) => {
    const closed = questionsOf(scene).filter(
      ({ expect: wants }) => !wants.some(({ any }) => any.some((text) => text.startsWith('*'))),
    );
    expect(closed.length).toBeGreaterThanOrEqual(5);
    const talk = playScene(scene, { level: 'B1', seed: 1, answers: [offTopic] });
    expect(talk.turns[0]?.intent).toBeNull();
  });
});

/** Answers as people give them, by scene, node and intent; `?` is what no intent fits. */
const peoplesAnswers: Record<string, Record<string, Record<string, string[]>>> = answers;

it.each(scenes)('%s understands answers as people give them', (key, scene) => {
  const wrong = Object.entries(peoplesAnswers[key] ?? {}).flatMap(([id, byIntent]) => {
    const node = questionsOf(scene).find((question) => question.id === id);
    if (!node) return [id];
    return Object.entries(byIntent).flatMap(([intent, texts]) =>
      texts
        .map((text) => `${text}: ${understand(node, text, scene.script.slots)?.expectation.intent ?? '?'}`)
        .filter((result) => !result.endsWith(`: ${intent}`)),
    );
  });
  expect(wrong).toEqual([]);
});

type Limit = { sentence: number; whole: number };
const limits: Record<ScriptLevel, Limit> = {
  A1: { sentence: 10, whole: 18 },
  B1: { sentence: 16, whole: 28 },
  C1: { sentence: 26, whole: 45 },
};
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;
const isWithin = ({ en }: ScriptLine, { sentence, whole }: Limit): boolean =>
  wordsOf(en) <= whole && en.split(/[.?!]/).every((part) => wordsOf(part) <= sentence);

const linesOf = (scene: ScriptedScene): [ScriptLevel, ScriptLine][] => [
  ['B1', scene.script.intro],
  ...scene.script.nodes.flatMap((node) =>
    scriptLevels.flatMap((level) => node.say[level].map((line): [ScriptLevel, ScriptLine] => [level, line])),
  ),
  ...questionsOf(scene).flatMap((node): [ScriptLevel, ScriptLine][] => [
    ...scriptLevels.map((level): [ScriptLevel, ScriptLine] => [level, node.model[level]]),
    ['A1', node.else.rephrase],
    ['A1', node.else.choices],
    ...node.expect.flatMap(({ reply }) => reply.map((line): [ScriptLevel, ScriptLine] => ['A1', line])),
  ]),
];

/** Capital letters inside a sentence: what is no brand and no person of note. */
const properNouns = new Set(
  `I I'm I've I'd I'll English Lin Yue Chen Mia London Paris Monday Friday Saturday ID OK A1 B1 C1`.split(' '),
);
const properNounsOf = (en: string): string[] =>
  en
    .replace(/"[A-Z]/g, '"')
    .split(/(?<=[.?!:])\s+/)
    .flatMap((sentence) => sentence.split(/\s+/).slice(1))
    .map((word) => word.replace(/^[^\w]+|[^\w]+$/g, '').replace(/'s$/, ''))
    .filter((word) => /^[A-Z]/.test(word) && !properNouns.has(word));

describe('lines of shipped scenes', () => {
  it.each(scenes)('%s: short enough for their level, plain letters, natural Chinese, nobody named', (_key, scene) => {
    const lines = linesOf(scene);
    expect(lines.filter(([level, line]) => !isWithin(line, limits[level])).map(([, { en }]) => en)).toEqual([]);
    expect(lines.filter(([, { en }]) => !/^[\x20-\x7e]+$/.test(en)).map(([, { en }]) => en)).toEqual([]);
    expect(lines.filter(([, { en }]) => !/[.?!"]$/.test(en)).map(([, { en }]) => en)).toEqual([]);
    const isPlainChinese = (zh: string): boolean =>
      /\p{Script=Han}/u.test(zh) &&
      !/！|[,?!;]|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(zh.replace(/“[^”]*”/g, '“”'));
    expect(lines.filter(([, { zh }]) => !isPlainChinese(zh)).map(([, { zh }]) => zh)).toEqual([]);
    expect(lines.flatMap(([, { en }]) => properNounsOf(en))).toEqual([]);
  });
});

it('passes the word lists: nothing a learner may say in them is refused', () => {
  const check = createTextCheck('');
  const texts = JSON.stringify(shippedScenes).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => check(text) !== null || maskContacts(text) !== text)).toEqual([]);
});
