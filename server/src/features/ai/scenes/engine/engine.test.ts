import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptLevels, type ScriptSlot } from '@kaike/shared/domain/ai/scene-script';
import { AppError } from '../../../../core/app-error.ts';
import { loadScenes } from '../scenes/scenes.ts';
import { checkScript } from './check-script.ts';
import { matchPattern, parsePattern } from './patterns.ts';
import { playScene } from './play-scene.ts';
import { parseScript } from './parse-script.ts';
import { fillLine } from './fill-line.ts';
import { parseWords } from './words.ts';

const otherwise = { en: 'it', zh: '它' };
const slots: Record<string, ScriptSlot> = {
  drink: {
    kind: 'choice',
    values: { tea: '茶', 'green tea': '绿茶', 'black coffee|americano': '美式咖啡' },
    otherwise,
  },
  time: { kind: 'time', otherwise },
  count: { kind: 'number', otherwise },
  name: { kind: 'name', otherwise },
};
function match(text: string, answer: string, near = false) {
  const pattern = parsePattern(text, slots);
  return pattern && matchPattern({ pattern, words: parseWords(answer), slots, near });
}
const textsOf = (answer: string): string =>
  parseWords(answer)
    .map(({ text }) => text)
    .join(' ');

describe('words of an answer', () => {
  it.each([
    ["I’d like it, I can't!", 'i would like it i can not'],
    ["Don't. Dont. Won’t", 'do not do not will not'],
    ['two hundred and fifty-three people', '253 people'],
    ['twenty five or seven thirty', '25 or 7 30'],
    ['a thousand and one nights', 'a 1001 nights'],
    ["at 7 o'clock p.m.", 'at 7 pm'],
    ['Café, ＴＥＡ 你好', 'cafe tea'],
    ['', ''],
  ])('%s', (answer, words) => {
    expect(textsOf(answer)).toBe(words);
  });
});

describe('patterns', () => {
  it.each([
    ['i want {drink}', 'I wanted some green tea', '绿茶'],
    ['{drink}', 'An americano, please', '美式咖啡'],
    ['{drink}', "I don't want tea", undefined],
    ['{drink}', "No, I don't. Tea please", '茶'],
    ['not {drink}', "I don't want tea", '茶'],
  ])('%s in “%s”: %s', (text, answer, zh) => {
    expect(match(text, answer)?.['drink']?.zh).toBe(zh);
  });

  it.each([
    ['half past seven', '7:30', '7:30'],
    ['quarter to eight', '7:45', '7:45'],
    ['ten minutes past one', '1:10', '1:10'],
    ['seven thirty p.m.', '7:30 pm', '晚上 7:30'],
    ['9 in the morning', '9:00 am', '上午 9:00'],
    ['quarter to one', '12:45', '12:45'],
    ['noon', '12:00', '12:00'],
  ])('reads the time of “%s”', (answer, en, zh) => {
    expect(match('{time}', answer)?.['time']).toEqual({ en, zh });
  });

  it.each([
    ['my name is Li Lei from Wuhan', 'name be {name}', 'Li Lei'],
    ['Chen, please', '={name}', 'Chen'],
    ["I'm Mia's mother", 'i be {name} mother', 'Mia'],
    ["I'm looking for a room", 'i be {name}', undefined],
    ['Yes', '={name}', undefined],
  ])('reads the name in “%s”', (answer, text, name) => {
    expect(match(text, answer)?.['name']?.en).toBe(name);
  });

  it('forgives one letter in long words only when allowed to', () => {
    expect(match('coffee', 'cofee')).toBeNull();
    expect(match('coffee', 'cofee', true)).toEqual({});
    expect(match('{drink}', 'black coffe', true)?.['drink']?.zh).toBe('美式咖啡');
    expect(match('tea', 'te', true)).toBeNull();
  });

  it('keeps the order of words and the distance between them', () => {
    expect(match('straight left', 'go straight and then turn left')).toEqual({});
    expect(match('straight left', 'left, then straight')).toBeNull();
    expect(match('=sorry', 'sorry I am late')).toBeNull();
    expect(match('*3', 'only two')).toBeNull();
  });

  it.each(['{weather}', '', '   ', 'a b|c d {', '*0', '@maybe', '你好'])('“%s” is none', (text) => {
    expect(parsePattern(text, slots)).toBeNull();
  });
});

it('a line takes its article, capital and spaces from what it repeats', () => {
  const line = { en: '{drink}? a {drink}.', zh: '一杯{drink}，{count}杯' };
  const values = { drink: { en: 'orange juice', zh: '橙汁' }, count: { en: '2', zh: '2' } };
  expect(fillLine(line, slots, values)).toEqual({ en: 'Orange juice? An orange juice.', zh: '一杯橙汁，2 杯' });
  expect(fillLine(line, slots, {}).zh).toBe('一杯它，它杯');
});

const shippedScenes = await loadScenes();
const scenes = shippedScenes.flatMap(({ scene }) => parseScript(scene) ?? []);
const anyAnswer = fc.oneof(
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'i',
        'not',
        'no',
        'yes',
        'tea',
        'seven',
        'half',
        'past',
        'to',
        'hundred',
        'and',
        ',',
        'name',
        'is',
        '*',
        '{drink}',
      ),
      { maxLength: 12 },
    )
    .map((words) => words.join(' ')),
);
const anyPlay = fc.record({
  scene: fc.constantFrom(...scenes),
  level: fc.constantFrom(...scriptLevels),
  seed: fc.nat(),
  answers: fc.array(anyAnswer, { maxLength: 12 }),
});

describe('a played scene, whatever is answered', () => {
  it('never fails, repeats itself exactly, and what was said stays as the talk goes on', () => {
    fc.assert(
      fc.property(anyPlay, ({ scene, ...play }) => {
        const talk = playScene(scene, play);
        expect(playScene(scene, play)).toEqual(talk);
        const shorter = playScene(scene, { ...play, answers: play.answers.slice(0, -1) });
        expect(talk.turns.slice(0, shorter.turns.length)).toEqual(shorter.turns);
        expect(talk.hint === null).toBe(talk.ended);
        for (const { line } of talk.turns) expect([line.en, line.zh].every((text) => text.trim() !== '')).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  it('ends after three answers to each question at the latest', () => {
    fc.assert(
      fc.property(fc.constantFrom(...scenes), fc.array(anyAnswer, { minLength: 1, maxLength: 4 }), (scene, answers) => {
        const most = scene.script.nodes.length * 3;
        const many = Array.from({ length: most }, (_one, index) => answers[index % answers.length] ?? '');
        expect(playScene(scene, { level: 'A1', seed: 3, answers: many }).ended).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('says it more simply, offers two answers, then gives one and goes on', () => {
    const [cafe] = scenes;
    const node = cafe?.script.nodes[0];
    if (!cafe || !node || 'end' in node) throw new Error('no café');
    const talk = playScene(cafe, { level: 'A1', seed: 1, answers: ['hm', "Sorry, I don't understand", 'hm', 'small'] });
    expect(talk.turns.map(({ intent }) => intent)).toEqual([null, null, null, 'size']);
    expect(talk.turns[0]?.line).toEqual(node.else.rephrase);
    expect(talk.turns[1]?.line).toEqual(node.else.choices);
    expect(talk.turns[2]?.line.en).toContain(node.model.A1.en);
    expect(talk.goals_done).toEqual([]);
  });

  it('takes a word of its own for no misspelling: who leaves a café orders no water', () => {
    const [cafe] = scenes;
    const intents = (answer: string) =>
      cafe && playScene(cafe, { level: 'A1', seed: 1, answers: [answer] }).turns.map(({ intent }) => intent);
    expect(intents('See you later')).toEqual([null]);
    expect(intents('A bottle of watter, please')).toEqual(['order']);
  });

  it('does not ask what was said already', () => {
    const [cafe] = scenes;
    const talk = cafe && playScene(cafe, { level: 'B1', seed: 1, answers: ["I'd like a large latte", 'no sugar'] });
    expect(talk?.turns.map(({ intent }) => intent)).toEqual(['order', 'no_sugar']);
  });
});

type Path = readonly (string | number)[];

function setAt(root: object, path: Path, value: unknown): void {
  let place = root;
  for (const key of path.slice(0, -1)) {
    const next: unknown = Reflect.get(place, key);
    if (typeof next !== 'object' || next === null) throw new Error(`nothing at ${path.join('.')}`);
    place = next;
  }
  Reflect.set(place, path.at(-1) ?? '', value);
}

describe('checkScript', () => {
  const base = shippedScenes[0]?.scene;
  const node = (index: number, ...path: Path): Path => ['script', 'nodes', index, ...path];

  it.each<[string, Path, unknown]>([
    ['ok', ['place'], 'a cafe'],
    ['ok', ['script'], undefined],
    ['ai_template.script script.nodes[1].say.B1', node(1, 'say', 'B1'), undefined],
    ['ai_template.script script.nodes[0].say.A1[0].zh', node(0, 'say', 'A1', 0, 'zh'), ' '],
    ['ai_template.script script.nodes[0].colour', node(0, 'colour'), 1],
    ['ai_template.script script.nodes', ['script', 'nodes'], 'all'],
    ['ai_template.script script.nodes.order.expect: {cake}', node(0, 'expect', 0, 'any'), ['{cake}']],
    ['ai_template.script goals[0].check', ['goals', 0, 'check'], {}],
    ['ai_template.script goals[0]', ['goals', 0], 'Order'],
    ['ai_template.script script.nodes.order', node(2, 'id'), 'order'],
    ['ai_template.script_next script.nodes.order: moon', node(0, 'next'), 'moon'],
    ['ai_template.script_loop script.nodes.order', node(2, 'next'), 'order'],
    ['ai_template.script_dead script.nodes.size', node(0, 'next'), 'sugar'],
    ['ai_template.script_slot script.nodes.order', node(0, 'say', 'A1', 0, 'en'), 'A {cake}?'],
    ['ai_template.script_model script.nodes.order.model.A1', node(0, 'model', 'A1', 'en'), 'Blue.'],
    ['ai_template.script_goal goals[1]', ['goals', 1, 'check'], { intents: ['dance'] }],
    ['ai_template.script_size script', ['script', 'padding'], 'x'.repeat(65_536)],
  ])('%s', (result, path, value) => {
    const scene = structuredClone(base);
    setAt(scene ?? {}, path, value);
    const check = (): string => {
      try {
        checkScript(scene);
        return 'ok';
      } catch (error) {
        return error instanceof AppError ? `${error.code} ${String(error.details.params?.['place'])}` : String(error);
      }
    };
    expect(check()).toBe(result);
  });

  it('never fails in another way', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const script = { ...base?.script, nodes: value };
        for (const scene of [value, { goals: value, script: value }, { ...base, script }]) {
          try {
            checkScript(scene);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
