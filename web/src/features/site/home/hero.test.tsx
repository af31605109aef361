import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import siteWords from 'virtual:words/site';
import type { SiteCourse } from '@kaike/shared/contracts/site';
import { lessonType } from '@kaike/shared/domain/courses/course-status';
import { Hero } from './hero.tsx';

beforeAll(() => siteWords.load());

const course: SiteCourse = {
  id: 7,
  title: '口语',
  subtitle: '',
  cover: '/uploads/public/a.webp',
  cover_style: '',
  level: '',
  tags: [],
  subject_id: null,
  subject_name: '',
  list_price: 0,
  sale_price: 0,
  is_free: false,
  lesson_count: 1,
  duration_sec: 60,
  teacher_names: [],
};

function CourseAddress() {
  const { pathname, state } = useLocation();
  return <p>{JSON.stringify({ pathname, state })}</p>;
}

function show(trial: { lesson_id: number; type: number; seconds: number } | null): void {
  const router = createMemoryRouter([
    { path: '/', element: <Hero featured={{ course, trial }} isEmpty={false} /> },
    { path: '/open/courses/:id', element: <CourseAddress /> },
  ]);
  render(<RouterProvider router={router} />);
}

it.each([
  ['seen', lessonType.video, 240, '免费试看 4 分钟'],
  ['heard', lessonType.audio, 80, '免费试听 1:20'],
])('offers a lesson to be %s, which the course then plays', async (_, type, seconds, name) => {
  show({ lesson_id: 31, type, seconds });
  screen.getByRole('link', { name }).click();
  expect(await screen.findByText('{"pathname":"/open/courses/7","state":{"trial":31}}')).toBeTruthy();
});

it('leads to a course that has nothing to try', () => {
  show(null);
  expect(screen.getByRole('link', { name: '看看这门课' }).getAttribute('href')).toBe('/open/courses/7');
});
