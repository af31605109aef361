import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lessonType } from '@kaike/shared/domain/courses/course-status';
import { useSession, type User } from '../../../app/session.ts';
import { useToasts } from '../../../app/toasts.ts';
import type { OutlineActions } from './use-outline.ts';
import { useToolbox } from './use-toolbox.ts';

let sent: string[] = [];
vi.mock('../../../kit/fields/files/upload-document.ts', () => ({
  uploadDocument: async (file: File) => {
    sent.push(file.name);
    return { address: `/files/${file.name}` };
  },
}));

beforeEach(() => {
  sent = [];
  useToasts.setState({ toasts: [] });
  useSession.setState({
    user: { id: 1, admin: { id: 1, is_super: true, roles: [], permissions: [], agency_id: null } } as unknown as User,
  });
});

type Added = { title: string; lesson: object | undefined };

function openTools(added: Added[]) {
  const actions = {
    addLesson: async (_chapterId: number, title: string, lesson?: object) => {
      added.push({ title, lesson });
      return added.length;
    },
  } as unknown as OutlineActions;
  const ignore = (): void => undefined;
  const dialogs = {
    edit: ignore,
    edited_id: null,
    editMaterial: ignore,
    preview: ignore,
    confirmRemoveChapter: ignore,
  };
  const lastChapter = { id: 7, title: '第一章', sort: 1, version: 1, lessons: [] };
  return renderHook(() => useToolbox({ courseId: 3, actions, mayEdit: true, lastChapter, dialogs })).result.current;
}

it('makes lessons of dropped documents, in the order of their names, and says what it leaves out', async () => {
  const added: Added[] = [];
  const tools = openTools(added);
  act(() =>
    tools.addFilesAtEnd([
      new File(['%PDF-'], '第二课 语法.pdf'),
      new File(['%PDF-'], '第一课 词汇.pdf'),
      new File(['MZ'], 'setup.exe'),
    ]),
  );
  await waitFor(() => expect(added).toHaveLength(2));
  expect(sent).toEqual(['第一课 词汇.pdf', '第二课 语法.pdf']);
  expect(added).toEqual([
    { title: '第一课 词汇', lesson: { type: lessonType.document, file: '/files/第一课 词汇.pdf' } },
    { title: '第二课 语法', lesson: { type: lessonType.document, file: '/files/第二课 语法.pdf' } },
  ]);
  expect(useToasts.getState().toasts.map(({ type, message }) => `${type} ${message}`)).toContain(
    'warning outline.accept',
  );
});

it('refuses files of which none can be a lesson, without making a chapter', () => {
  const added: Added[] = [];
  openTools(added).addFilesAtEnd([new File(['MZ'], 'setup.exe')]);
  expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['outline.accept']);
  expect([added, sent]).toEqual([[], []]);
});
