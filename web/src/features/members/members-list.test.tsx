import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { members } from '@kaike/shared/resources/members';
import { cellOf } from '../../kit/list/rows/cell-of.tsx';
import type { Row } from '../../kit/resource-view.ts';
import { wordsOf } from '../../kit/words/use-words.ts';
import { resourceView } from './members.resource.tsx';

const dayMs = 86_400_000;
const words = wordsOf((key) => key, 'members');
const textOf = (name: string, row: Partial<Row>): string =>
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
