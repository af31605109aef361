import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { fakeUploads, uploads } from '../../../../../test/fake-uploads.ts';
import { adminOf } from '../../../../../test/session-users.ts';
import { useSession } from '../../../../app/session.ts';
import { useToasts } from '../../../../app/toasts.ts';
import { useUploads } from '../../media/uploads/uploads-list.ts';
import { cancelUpload } from '../../media/uploads/uploads-store.ts';
import type { OutlineTools } from './outline-context.ts';
import { useOutlineActions } from './use-outline.ts';
import { useToolbox } from './use-toolbox.ts';

fakeUploads();

const lastChapter = { id: 7, title: '第一章', sort: 1, version: 1, lessons: [] };
let created: unknown[] = [];

beforeEach(() => {
  created = [];
  useToasts.setState({ toasts: [] });
  useSession.setState({ user: adminOf({ is_super: true }) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    if (init?.method !== 'POST') return Response.json({ _token: 'T' });
    created.push(JSON.parse(String(init.body)));
    const outline = { version: 3, lesson_count: 1, duration_sec: 60, attachments: [], chapters: [lastChapter] };
    return Response.json({ outline, id: created.length });
  });
});

const openTools = (): OutlineTools => openToolbox().current;

function openToolbox(): { current: OutlineTools } {
  const ignore = (): void => undefined;
  const dialogs = {
    edit: ignore,
    edited_id: null,
    editMaterial: ignore,
    preview: ignore,
    confirmRemoveChapter: ignore,
  };
  const { result } = renderHook(
    () => useToolbox({ courseId: 3, actions: useOutlineActions(3), mayEdit: true, lastChapter, dialogs }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
    },
  );
  return result;
}

/** Stores the next upload under its name. */
async function storeNext(index: number): Promise<void> {
  await waitFor(() => expect(uploads).toHaveLength(index + 1));
  const name = new URLSearchParams(uploads[index]?.url.split('?')[1]).get('name');
  await act(async () => uploads[index]?.answer(200, { address: `/files/${name}`, name }));
}

it('makes lessons of dropped documents, in the order of their names, and says what it leaves out', async () => {
  const tools = openTools();
  act(() =>
    tools.addFilesAtEnd([
      new File(['%PDF-'], '第二课 语法.pdf'),
      new File(['%PDF-'], '第一课 词汇.pdf'),
      new File(['MZ'], 'setup.exe'),
    ]),
  );
  await storeNext(0);
  await storeNext(1);
  await waitFor(() =>
    expect(created).toEqual([
      { chapter_id: 7, title: '第一课 词汇', type: lessonType.document, file: '/files/第一课 词汇.pdf' },
      { chapter_id: 7, title: '第二课 语法', type: lessonType.document, file: '/files/第二课 语法.pdf' },
    ]),
  );
  expect(useToasts.getState().toasts.map(({ type, message }) => `${type} ${message}`)).toContain(
    'warning outline.accept',
  );
});

it('says how far a document is, until it has arrived', async () => {
  const toolbox = openToolbox();
  act(() => toolbox.current.addFilesAtEnd([new File(['%PDF-'], '讲义.pdf')]));
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]?.progress(450, 1000));
  await waitFor(() => expect(toolbox.current.sending).toEqual({ name: '讲义.pdf', percent: 45 }));
  await storeNext(0);
  await waitFor(() => expect(toolbox.current.sending).toBeNull());
});

it('makes no lesson of a document that was not stored', async () => {
  const tools = openTools();
  act(() => tools.addFilesAtEnd([new File(['%PDF-'], '第一课.pdf'), new File(['%PDF-'], '第二课.pdf')]));
  await waitFor(() => expect(uploads).toHaveLength(1));
  await act(async () => uploads[0]?.answer(422, { code: 'upload.content', message: '文件内容与扩展名不符' }));
  await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.message).toBe('文件内容与扩展名不符'));
  expect([uploads.length, created]).toEqual([1, []]);
});

it('refuses files of which none can be a lesson, without making a chapter', () => {
  openTools().addFilesAtEnd([new File(['MZ'], 'setup.exe')]);
  expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['outline.accept']);
  expect([created, uploads]).toEqual([[], []]);
});

it('removes the lesson it made for an upload that is cancelled elsewhere, and keeps one that has a file by now', async () => {
  const removed: string[] = [];
  const lessonOf = (id: number, media: object | null) => ({ id, title: `课时 ${id}`, media });
  const lessons = [lessonOf(1, null), lessonOf(2, { id: 9 })];
  const outline = { version: 3, lesson_count: 2, duration_sec: 0, attachments: [], chapters: [{ id: 7, lessons }] };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname } = new URL(String(url), 'http://school.test');
    if (init?.method === 'DELETE') removed.push(pathname);
    if (init?.method === 'POST') created.push(pathname);
    if (pathname.endsWith('/outline')) return Response.json(outline);
    return Response.json({ _token: 'T', outline, id: created.length });
  });
  openTools().addFilesAtEnd([new File(['text'], '第一课.mp4'), new File(['text'], '第二课.mp4')]);
  await waitFor(() => expect(useUploads.getState().uploads).toHaveLength(2));
  cleanup();
  for (const { id } of useUploads.getState().uploads) await cancelUpload(id);
  await waitFor(() => expect(removed).toHaveLength(1));
  expect(removed[0]).toMatch(/\/admin\/courses\/3\/lessons\/1$/);
  expect(useUploads.getState().uploads).toEqual([]);
});
