import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import siteWords from 'virtual:locale/site';
import { CoursesPage } from './courses.page.tsx';
import { TeachersPage } from './teachers.page.tsx';

beforeAll(() => siteWords.load());
afterEach(() => vi.restoreAllMocks());

const subject = (id: number, name: string, parent: number | null = null) => ({
  id,
  parent_id: parent,
  level: parent === null ? 1 : 2,
  name,
  sign: '',
  cover: null,
  intro: '',
  course_count: 1,
});

const nothing = { data: [], total: 30, current_page: 999, has_more: false, others: [], columns: [] };

it.each([
  ['/open/courses?page=999&sort=new', CoursesPage, '/open/courses?sort=new'],
  ['/open/teachers?page=999', TeachersPage, '/open/teachers?page=1'],
])('links back from %s, which is beyond the last page', async (address, Page, first) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(JSON.stringify(nothing), { status: 200, headers: { 'content-type': 'application/json' } }),
  );
  render(
    <MemoryRouter initialEntries={[address]}>
      <Page />
    </MemoryRouter>,
  );
  expect(await screen.findByRole('heading', { name: '第 999 页没有内容' })).toBeTruthy();
  expect(screen.getByRole('link', { name: '返回第 1 页' }).getAttribute('href')).toBe(first);
  expect(screen.queryByText('第 999 页')).toBeNull();
});

it('shows the courses together with the columns above them, which would push them down', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if (String(url).includes('/columns')) await held;
    const data = String(url).includes('/subjects') ? [subject(4, '口语'), subject(6, '写作')] : [];
    return new Response(JSON.stringify({ ...nothing, data, total: 0, current_page: 1 }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  render(
    <MemoryRouter initialEntries={['/open/courses']}>
      <CoursesPage />
    </MemoryRouter>,
  );
  await screen.findByRole('link', { name: /口语/ });
  expect(screen.queryByRole('heading', { name: '课程正在准备中' })).toBeNull();
  release();
  expect(await screen.findByRole('heading', { name: '课程正在准备中' })).toBeTruthy();
  // Nothing to count, search or sort.
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('filters by subject: all marks, below the one in use those within it, and keeps the rest of the address', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const data = String(url).includes('/subjects')
      ? [subject(4, '口语'), subject(5, '会议', 4), subject(6, '写作')]
      : [];
    return Response.json({ ...nothing, data, total: 0, current_page: 1 });
  });
  render(
    <MemoryRouter initialEntries={['/open/courses?subject_id=5&sort=newest&page=2']}>
      <CoursesPage />
    </MemoryRouter>,
  );
  const filter = await screen.findByRole('navigation', { name: '科目' });
  const links = within(filter).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/open/courses?sort=newest',
    '/open/courses?subject_id=4&sort=newest',
    '/open/courses?subject_id=6&sort=newest',
    '/open/courses?subject_id=5&sort=newest',
  ]);
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, null, 'true']);
});
