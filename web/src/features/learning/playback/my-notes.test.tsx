import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import notesWords from 'virtual:locale/notes';
import { renderPage } from '../../../../test/render-page.tsx';
import { MyNotesPage } from './my-notes.page.tsx';

const note = {
  id: 1,
  client_key: 'k1',
  lesson_id: 7,
  at_sec: 65,
  body: '没听清名字时用',
  version: 1,
  updated_at: '2026-11-20T00:00:00Z',
  course_id: 3,
  course_title: '口语',
  lesson_title: '第一课',
  lesson_type: 1,
};
const article = { ...note, id: 2, client_key: 'k2', lesson_id: 8, lesson_title: '清单', lesson_type: 4, body: '三条' };

beforeEach(() => notesWords.load());
function open(data: readonly object[], path = '/home/notes'): string[] {
  const requests: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    requests.push(String(url instanceof Request ? url.url : url));
    const courses = [{ id: 3, title: '口语', count: 2 }];
    return Response.json({ courses, data, current_page: 1, has_more: false });
  });
  renderPage(<MyNotesPage />, { at: path });
  return requests;
}

it('leads from a note of a film to its second, and from one of an article to the article', async () => {
  open([note, article]);
  expect((await screen.findByRole('link', { name: '从 01:05 开始播放' })).getAttribute('href')).toBe(
    '/home/lessons/7?at=65',
  );
  expect(screen.getByRole('link', { name: '清单' }).getAttribute('href')).toBe('/home/lessons/8');
  expect(screen.getAllByRole('link', { name: /开始播放/ })).toHaveLength(1);
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual(['口语']);
});

it('asks for what the address names, and offers all notes when nothing matches', async () => {
  const requests = open([], '/home/notes?course=3&search=x');
  expect(await screen.findByRole('button', { name: '查看全部笔记' })).toBeTruthy();
  expect(requests.find((url) => url.includes('lesson-notes'))).toMatch(/course_id=3.*search=x/);
});
