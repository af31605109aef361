import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { RowCheck } from '@kaike/shared/kit/rows/checks';
import { courses } from '@kaike/shared/resources/catalog/courses';
import { renderPage } from '../../../test/render-page.tsx';
import { loadWording, switchLocale } from '../../app/wording.ts';
import { useWords } from '../words/use-words.ts';
import { RowActions } from './row-actions.tsx';

const loaded = {
  row: { id: 3, status: courseStatus.draft, version: 1 },
  maps: {},
  permissions: ['change-status'],
  configUrl: {},
};
let answer: (response: Response) => void = () => undefined;
let writes: string[] = [];

beforeEach(async () => {
  await switchLocale('zh-CN');
  await loadWording('admin');
  writes = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const { pathname } = new URL(String(url), 'http://localhost');
    if (pathname.endsWith('/token')) return Promise.resolve(Response.json({ _token: 'a' }));
    if (init?.method !== 'GET') writes.push(pathname);
    return new Promise((resolve) => {
      if (pathname.endsWith('/checks')) answer = resolve;
    });
  });
});

function Record() {
  const words = useWords(courses);
  return <RowActions definition={courses} loaded={loaded} words={words} listsChecks reload={() => undefined} />;
}

const runButton = (list: HTMLElement) => within(list).getByRole<HTMLButtonElement>('button', { name: /^发\s?布$/ });

/** Presses the verb while the server has not said what it lacks, then lets the server answer. */
async function pressThenAnswer(response: Response): Promise<HTMLElement> {
  renderPage(<Record />);
  fireEvent.click(await screen.findByRole('button', { name: /发\s?布/ }));
  const list = await screen.findByRole('complementary');
  expect([document.activeElement?.tagName, runButton(list).disabled, writes]).toEqual(['H2', true, []]);
  await act(async () => answer(response));
  return list;
}

const noLessons: RowCheck = { level: 'must', key: 'no_lessons', text: '还没有课时', to: { tab: 'outline' } };

it('holds a verb that is pressed before what it needs is known, and lists that once it is', async () => {
  const list = await pressThenAnswer(Response.json({ checks: { published: [noLessons] } }));
  await within(list).findByText('还没有课时');
  expect(runButton(list).disabled).toBe(true);
});

it('offers the held verb where nothing is missing', async () => {
  const list = await pressThenAnswer(Response.json({ checks: { published: [] } }));
  await within(list).findByText('都准备好了');
  fireEvent.click(runButton(list));
  await waitFor(() => expect(writes).toEqual(['/web-api/admin/courses/change-status']));
});

it('offers the held verb where the server cannot say what is missing', async () => {
  const list = await pressThenAnswer(Response.json({}, { status: 500 }));
  await within(list).findByText('暂时查不到还缺什么，可以直接发布');
  fireEvent.click(runButton(list));
  await waitFor(() => expect(writes).toEqual(['/web-api/admin/courses/change-status']));
});
