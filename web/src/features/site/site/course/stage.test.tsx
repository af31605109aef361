import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import siteWords from 'virtual:locale/site';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { siteCourseOf } from '../../../../../test/site-course.ts';
import { Stage } from './stage.tsx';

beforeAll(() => siteWords.load());
afterEach(() => vi.restoreAllMocks());

/** Refuses every preview; returns what the requests for them say. */
function watchPreviews(): unknown[] {
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!String(url).includes('/open/previews')) return Response.json({ _token: 'token' });
    bodies.push(init?.body);
    return Response.json({ code: 'not_found', message: '' }, { status: 404 });
  });
  return bodies;
}

const lesson = (id: number, isFree: boolean) => ({
  id,
  title: `第 ${id} 课`,
  type: lessonType.video,
  duration_sec: 60,
  preview_sec: 0,
  is_free: isFree,
});
const detail: SiteCourseDetail = {
  course: siteCourseOf({ lesson_count: 2, duration_sec: 120 }),
  intro: '',
  detail: '',
  outcomes: [],
  has_trailer: true,
  subject: null,
  teachers: [],
  products: [],
  chapters: [{ id: 1, title: '第一章', lessons: [lesson(31, true), lesson(32, false)] }],
  faqs: [],
};

function openFrom(state: unknown) {
  const router = createMemoryRouter([
    { path: '/', element: <p>首页</p> },
    { path: '/course', element: <Stage detail={detail} isOwned={false} /> },
  ]);
  render(<RouterProvider router={router} />);
  return { router, open: () => router.navigate('/course', { state }) };
}

it('plays the lesson that the link promised, though the course has a trailer', async () => {
  const previews = watchPreviews();
  const { router, open } = openFrom({ trial: 31 });
  await open();
  expect(await screen.findByRole('group', { name: '口语' })).toBeTruthy();
  await waitFor(() => expect(previews).toEqual(['{"lesson_id":31}']));
  // Who comes back finds the cover.
  await router.navigate('/');
  await screen.findByText('首页');
  await router.navigate(-1);
  expect(await screen.findByRole('button', { name: '看宣传片' })).toBeTruthy();
  expect(screen.queryByRole('group')).toBeNull();
});

it.each([[{ trial: 32 }], [{ trial: 99 }], [{}], [null]])(
  'shows the cover with the trailer after %j',
  async (state) => {
    await openFrom(state).open();
    expect(await screen.findByRole('button', { name: '看宣传片' })).toBeTruthy();
  },
);
