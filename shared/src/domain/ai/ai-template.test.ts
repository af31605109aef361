import { describe, expect, it } from 'vitest';
import { fillTemplate, parseTemplateBody, templateType, unknownVariables } from './ai-template.ts';
import { wrongOption, wrongSceneKey } from './ai-template-json.ts';

describe('readTemplateBody', () => {
  it('finds each variable once, in order', () => {
    expect(parseTemplateBody('Hi {{ learner_name }}, I am {{people_name}}. {{learner_name}}, {{weather}}?')).toEqual({
      variables: ['learner_name', 'people_name', 'weather'],
      is_broken: false,
    });
    expect(parseTemplateBody('A JSON example: {"a": {"b": 1}}').is_broken).toBe(true);
    expect(parseTemplateBody('A JSON example: {"a": 1}').is_broken).toBe(false);
  });

  it.each(['{{', 'Hi {{learner_name', 'Hi learner_name}}', '{{}}', '{{ Learner }}', '{{a{{cefr}}}}'])(
    'finds %s broken',
    (body) => {
      expect(parseTemplateBody(body).is_broken).toBe(true);
    },
  );
});

it.each([
  [templateType.scene, ['weather', 'text']],
  [templateType.greeting, ['learner_name', 'weather', 'text']],
  [templateType.translation, ['learner_name', 'weather']],
])('of type %i requests do not fill in %j', (type, unknown) => {
  expect(unknownVariables(type, ['learner_name', 'cefr', 'weather', 'text'])).toEqual(unknown);
});

it('fillTemplate leaves no braces and inserts values unchanged', () => {
  expect(fillTemplate('{{learner_name}} at {{ cefr }}{{goals}}', { learner_name: '$& {{cefr}}', cefr: 'B1' })).toBe(
    '$& {{cefr}} at B1',
  );
});

describe('JSON of a template', () => {
  const scene = { user_role: 'guest', ai_role: 'waiter', place: 'a café', goals: ['order a drink'], minutes: 10 };

  it.each([
    [{}, null],
    [{ model: 'm', temperature: 0.7, max_tokens: 500 }, null],
    [[], '*'],
    ['x', '*'],
    [{ temperature: 3 }, 'temperature'],
    [{ max_tokens: 1.5 }, 'max_tokens'],
    [{ model: ' ' }, 'model'],
    [{ top: 1 }, 'top'],
  ])('options %j: %s', (value, wrong) => {
    expect(wrongOption(value)).toBe(wrong);
  });

  it.each([
    [scene, null],
    [{ ...scene, goals: [] }, 'goals'],
    [{ ...scene, minutes: 0 }, 'minutes'],
    [{ ...scene, phrases: [1] }, 'phrases'],
    [{ ...scene, place: undefined }, 'place'],
    [{ ...scene, colour: 'red' }, 'colour'],
    [null, '*'],
  ])('scene %j: %s', (value, wrong) => {
    expect(wrongSceneKey(value)).toBe(wrong);
  });
});
