import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import lessonWords from 'virtual:locale/lesson';
import { LessonPage } from '../lesson.page.tsx';

afterEach(() => vi.restoreAllMocks());

const open = (address: string): void => {
  const router = createMemoryRouter([{ path: '/home/lessons/:id', element: <LessonPage /> }], {
    initialEntries: [address],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

it('shows that there is no such lesson for a URL without a number, and sends no request', async () => {
  await lessonWords.load();
  const fetched = vi.spyOn(globalThis, 'fetch');
  open('/home/lessons/abc');
  expect(await screen.findByRole('heading', { level: 1, name: '课时不存在' })).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/home/courses');
  expect(fetched).not.toHaveBeenCalled();
});

it('offers no retry for a lesson the server does not know', async () => {
  await lessonWords.load();
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify({ code: 'lesson.not_found', message: '没有找到这个课时' }), {
        status: 404,
        headers: { 'content-type': 'application/json' },
      }),
  );
  open('/home/lessons/99999');
  expect(await screen.findByRole('heading', { level: 1, name: '课时不存在' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows no loading state below a lesson that may not be watched', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify({ code: 'course.no_access', message: '还没有开通这门课程' }), {
        status: 403,
        headers: { 'content-type': 'application/json' },
      }),
  );
  open('/home/lessons/7');
  await screen.findByRole('alertdialog');
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();
});
