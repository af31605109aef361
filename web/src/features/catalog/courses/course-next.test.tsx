import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { CoursePage } from './course.page.tsx';

const seenAt = '2026-11-20T04:00:00.000Z';
const lesson = {
  id: 4,
  title: '新同学',
  type: 1,
  duration_sec: 60,
  preview_sec: 0,
  is_free: false,
  has_attachments: false,
  state: 'open',
  percent: 100,
  last_position: 0,
  completed_at: seenAt,
  last_at: seenAt,
  missing_sec: 0,
  is_end_missing: false,
};

function open(lessons: readonly object[]): void {
  const course = {
    id: 7,
    title: '情景剧',
    subtitle: '',
    cover: null,
    intro: '',
    detail: '',
    teachers: [],
    lesson_count: lessons.length,
    duration_sec: 60,
    complete_percent: 90,
    lessons_done: 1,
    percent: 100,
  };
  const answer = {
    course,
    access: { state: 'owned', end_at: null },
    offer: null,
    grants: [],
    chapters: [{ id: 1, title: '第一章', lessons }],
    attachments: [],
    next: { lesson_id: 4, type: 1, title: '新同学', position: 0 },
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer));
  renderPage(<CoursePage />, { path: '/:id', at: '/7' });
}

it('names the next lesson of a course only while one is unfinished', async () => {
  open([lesson]);
  expect(await screen.findByRole('link', { name: 'courses.again' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'courses.next' })).toBeNull();
});

it('names the next lesson of a course that is not finished', async () => {
  open([{ ...lesson, completed_at: null }]);
  expect(await screen.findByRole('link', { name: 'courses.continue' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'courses.next' })).toBeTruthy();
});
