import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import siteWords from 'virtual:locale/site';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { siteCourseOf } from '../../../../../test/site-course.ts';
import { Hero } from './hero.tsx';

beforeAll(() => siteWords.load());

function CourseAddress() {
  const { pathname, state } = useLocation();
  return <p>{JSON.stringify({ pathname, state })}</p>;
}

function show(trial: { lesson_id: number; type: number; seconds: number } | null): void {
  const router = createMemoryRouter([
    { path: '/', element: <Hero featured={{ course: siteCourseOf(), teacher: null, trial }} isEmpty={false} /> },
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

it('shows the face of the first teacher beside the course', () => {
  render(
    <RouterProvider
      router={createMemoryRouter([
        {
          path: '/',
          element: (
            <Hero
              featured={{
                course: siteCourseOf(),
                teacher: { name: '林晓彤', title: '口语主讲', avatar: '/uploads/public/lin.webp', gender: 2 },
                trial: null,
              }}
              isEmpty={false}
            />
          ),
        },
      ])}
    />,
  );
  const course = screen.getByRole('link', { name: /口语.*林晓彤 · 1 课时/ });
  expect(course.querySelector('img[src="/uploads/public/lin.webp"]')).not.toBeNull();
});

it('leads to a course that has nothing to try', () => {
  show(null);
  expect(screen.getByRole('link', { name: '看看这门课' }).getAttribute('href')).toBe('/open/courses/7');
});
