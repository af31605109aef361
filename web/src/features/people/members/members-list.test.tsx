import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createTranslator } from '@kaike/shared/kit/wording';
import english from '@kaike/shared/locales/en/resources/members.json';
import chinese from '@kaike/shared/locales/zh-CN/resources/members.json';
import { members } from '@kaike/shared/resources/people/members';
import { cellOf } from '../../../kit/list/rows/cell-of.tsx';
import type { ShownRow } from '../../../kit/resource-view.ts';
import { wordsOf } from '../../../kit/words/use-words.ts';
import { resourceView } from './members.resource.tsx';

const dayMs = 86_400_000;
const words = wordsOf((key) => key, 'members');
const textOf = (name: string, row: Partial<ShownRow>): string =>
  render(cellOf({ definition: members, maps: {}, view: resourceView as never, words }, name, { id: 1, ...row }))
    .container.textContent;

it('has the number of a learner below the name', () => {
  expect(textOf('display_name', { display_name: '杨佳宁', member_no: '100059' })).toBe('杨杨佳宁100059');
});

it.each([
  [null, 0, 'resources.members.open.none'],
  [null, 1, '商务会议英语 resources.members.open.for_ever'],
  [30, 1, '商务会议英语 resources.members.open.until'],
  [3, 1, '商务会议英语 resources.members.open.soon'],
  [30, 4, '商务会议英语 resources.members.open.severalresources.members.open.until'],
])('says which course is open and until when: in %s days, %s courses', (days, count, text) => {
  const row = {
    open_course_id: count > 0 ? 5 : null,
    course_count: count,
    labels: { open_course_id: '商务会议英语' },
    open_until: days === null ? null : new Date(Date.now() + days * dayMs).toISOString(),
  };
  expect(textOf('open_course_id', row)).toBe(text);
});

it('says when a learner studied last as people do', () => {
  expect(textOf('last_study_at', { last_study_at: null })).toBe('resources.members.never_studied');
  expect(textOf('last_study_at', { last_study_at: new Date(Date.now() - 1000).toISOString() })).not.toMatch(/^\d{4}-/);
});

it.each([
  ['en', 1, 'Ends in 1 day'],
  ['en', 3, 'Ends in 3 days'],
  ['zh-CN', 1, '1 天内到期'],
] as const)('says in %s that a course is open for %i more days', (locale, count, text) => {
  const t = createTranslator({ locale, catalogues: [locale === 'en' ? english : chinese] });
  expect(t('resources.members.open.soon', { count })).toBe(text);
});

it.each([
  ['en', '· 12 in all'],
  ['zh-CN', '等 12 门'],
] as const)('counts the open courses in %s in a few signs, which leaves room for the name', (locale, text) => {
  const t = createTranslator({ locale, catalogues: [locale === 'en' ? english : chinese] });
  expect(t('resources.members.open.several', { count: 12 })).toBe(text);
});

it('no two fields of a learner have one name', () => {
  for (const { resources } of [chinese, english]) {
    const names = Object.entries(resources.members.fields)
      .filter(([key]) => key in members.fields)
      .map(([, name]) => name);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  }
});
