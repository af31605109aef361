import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { loadWording } from '../../../../app/wording.ts';
import { CourseEndNote } from './course-end.tsx';

const lesson = (isDone: boolean) => ({ state: 'open' as const, completed_at: isDone ? '2026-11-20T04:00:00Z' : null });
const detailOf = (done: number) => ({
  course: { id: 5, title: '口语课' },
  chapters: [{ lessons: [lesson(done > 0), lesson(done > 1)] }],
});
const at = (done: number) => (
  <MemoryRouter>
    <CourseEndNote detail={detailOf(done)} />
  </MemoryRouter>
);

it('tells of the end of a course when its last lesson is finished, not of one finished before', async () => {
  await loadWording('home');
  const { rerender } = render(at(1));
  expect(screen.queryByRole('link')).toBeNull();
  rerender(at(2));
  expect(screen.getByRole('status').textContent).toContain('《口语课》学完了');
  expect(screen.getByRole('link', { name: '看看成绩' }).getAttribute('href')).toBe('/home/courses/5/finished');
});

it('says nothing on a course that was finished before', async () => {
  await loadWording('home');
  render(at(2));
  expect(screen.queryByRole('link')).toBeNull();
});
