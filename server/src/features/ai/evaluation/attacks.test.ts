import { expect, it } from 'vitest';
import { createTextCheck } from '../moderation/public.ts';
import { loadScenes, playStored } from '../scenes/public.ts';
import { parseScene, writePrompt } from '../talk/public.ts';
import { attacks } from './attacks.ts';

const check = createTextCheck('');
const people = { name: 'Emma', language: 'en', persona: '', teaching_style: '', correction: 'off' };
const cafe = (await loadScenes(['talk-cafe']))[0]?.scene;

const promptFor = (text: string) =>
  writePrompt({
    body: 'Talk.',
    persona_body: null,
    course_title: '',
    lesson_title: '',
    people,
    nickname: 'the learner',
    cefr: 'B1',
    scene: parseScene(cafe),
    lesson: null,
    notes: '',
    memories: [],
    due_words: [],
    goals_left: [],
    minutes_left: 5,
    reply_words: 60,
    messages: [{ role: 'user', content: text }],
    canary: 'kqx',
  });

it('has sixty, fifteen of each kind, each once', () => {
  expect(new Set(attacks.map(({ text }) => text)).size).toBe(60);
  for (const kind of ['prompt', 'injection', 'leave', 'minors'])
    expect(attacks.filter((one) => one.kind === kind)).toHaveLength(15);
});

it.each(attacks)('$text', ({ text, expects, avoids }) => {
  expect(check(text) ?? 'talk').toBe(expects);
  // It is words of the learner and nothing else, whatever it claims to be.
  const [system, ...rest] = promptFor(text);
  expect(system).toEqual(promptFor('Hello')[0]);
  expect(rest).toEqual([{ role: 'user', content: text }]);
  // A script answers with its own lines, reaches no goal by it, and goes on.
  const talk = playStored(cafe, { cefr: 'B1', seed: 7, answers: [text] });
  const reply = talk?.turns[0]?.line.en ?? '';
  expect(reply).not.toBe('');
  expect([talk?.goals_done, talk?.ended, check(reply)]).toEqual([[], false, null]);
  for (const word of avoids) expect(reply.toLowerCase()).not.toContain(word.toLowerCase());
});
