import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { OutlineProvider, type OutlineTools } from '../outline-context.ts';
import { useOutlineActions } from '../use-outline.ts';
import { LessonEditor } from './lesson-editor.tsx';

type Answer = { status: number; body: object };

const lesson: OutlineLesson = {
  id: 9,
  chapter_id: 4,
  title: '第一课',
  type: lessonType.video,
  status: 1,
  preview_sec: 0,
  is_free: false,
  read_sec: null,
  duration_sec: 60,
  file: null,
  has_content: false,
  media: null,
  scene: null,
  subtitles: [],
  attachments: [],
  version: 2,
};

let bodies: Record<string, unknown>[] = [];
let answer: (body: Record<string, unknown>) => Answer;

/** The outline after a change. */
const accepted = (body: Record<string, unknown>): Answer => ({
  status: 200,
  body: {
    outline: { version: 3, lesson_count: 1, duration_sec: 60, attachments: [], chapters: [chapterOf(body)] },
  },
});
const chapterOf = ({ version, ...change }: Record<string, unknown>) => ({
  id: 4,
  title: '第一章',
  version: 1,
  lessons: [{ ...lesson, ...change, version: Number(version) + 1 }],
});

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  bodies = [];
  answer = accepted;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    if (init?.method !== 'PUT') return new Response(JSON.stringify({ _token: 'T' }));
    const sent = JSON.parse(String(init.body)) as Record<string, unknown>;
    bodies.push(sent);
    const { status, body } = answer(sent);
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(async () => {
  // What is left when the page closes is sent, too: to the server of the test that is over.
  cleanup();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What the editor of a video does not call. */
const unused = {
  addFiles: () => undefined,
  addFilesAtEnd: () => undefined,
  addFromLibraryAtEnd: () => undefined,
  addFromLibrary: () => undefined,
  addWritten: () => undefined,
  setFile: () => undefined,
  cancel: () => undefined,
  edit: () => undefined,
  editMaterial: () => undefined,
  preview: () => undefined,
  confirmRemoveChapter: () => undefined,
  removeLesson: () => undefined,
  fold: () => undefined,
};

function Editor() {
  const actions = useOutlineActions(5);
  const tools: OutlineTools = {
    ...unused,
    actions,
    may_edit: true,
    may_upload: false,
    edited_id: lesson.id,
    sending: null,
    uploadOf: () => undefined,
    isFolded: () => false,
    removeChapter: async () => undefined,
  };
  return (
    <OutlineProvider value={tools}>
      <LessonEditor lesson={lesson} courseId={5} actions={actions} leave={() => undefined} />
    </OutlineProvider>
  );
}

function open(): { close: () => void } {
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Editor />
    </QueryClientProvider>,
  );
  return { close: unmount };
}

const input = (name: string): HTMLInputElement => document.getElementById(`lesson-${name}`) as HTMLInputElement;
const type = (name: string, value: string): void => void fireEvent.change(input(name), { target: { value } });
/** Lets the pause after typing, and what it sends, pass. */
const pause = async (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(1100);
  });
const leave = async (name: string): Promise<void> =>
  act(async () => {
    fireEvent.blur(input(name));
    await vi.advanceTimersByTimeAsync(0);
  });
const state = (): string | null => document.querySelector('[data-state]')?.getAttribute('data-state') ?? null;

it('saves what changed when typing pauses or the field is left, and only that', async () => {
  open();
  type('title', '新的第一课 ');
  expect([state(), bodies]).toEqual(['waiting', []]);
  await pause();
  expect([state(), bodies]).toEqual(['saved', [{ title: '新的第一课', version: 2 }]]);
  type('preview_sec', '9');
  await leave('preview_sec');
  expect(bodies[1]).toMatchObject({ preview_sec: 9, version: 3 });
});

it('sends nothing that is invalid, and shows what the server refuses at its field', async () => {
  answer = () => ({ status: 422, body: { errors: { preview_sec: ['长于视频'] } } });
  open();
  type('title', '');
  await pause();
  expect([state(), bodies]).toEqual(['invalid', []]);
  type('title', '第一课');
  type('preview_sec', '90');
  await pause();
  expect([state(), bodies.length]).toEqual(['invalid', 1]);
  expect(screen.getByRole('alert').textContent).toBe('长于视频');
});

it('keeps what was not saved as a draft, which the next visit saves', async () => {
  answer = () => ({ status: 0, body: {} });
  const { close } = open();
  type('title', '断网时写的');
  await pause();
  expect(state()).toBe('failed');
  close();
  await pause();
  answer = accepted;
  bodies = [];
  open();
  expect(input('title').value).toBe('断网时写的');
  await pause();
  expect([state(), bodies]).toEqual(['saved', [{ title: '断网时写的', version: 2 }]]);
});

it('saves again when asked to', async () => {
  answer = () => ({ status: 0, body: {} });
  open();
  type('title', '断网时写的');
  await pause();
  answer = accepted;
  await act(async () => {
    fireEvent.click(screen.getByText('outline.autosave.retry'));
    await vi.advanceTimersByTimeAsync(0);
  });
  expect([state(), bodies.length]).toEqual(['saved', 2]);
});

it('takes back what was saved last', async () => {
  open();
  type('title', '写错了');
  await pause();
  await act(async () => {
    fireEvent.click(screen.getByText('kit.undo'));
    await vi.advanceTimersByTimeAsync(10);
  });
  expect([input('title').value, bodies.at(-1)]).toEqual(['第一课', { title: '第一课', version: 3 }]);
});

it('merges what somebody else changed, and asks where both changed the same', async () => {
  const current = { title: '别人的标题', preview_sec: 5, version: 7 };
  answer = (body) =>
    body['version'] === 7 ? accepted(body) : { status: 409, body: { code: 'record.stale', current } };
  open();
  type('title', '我的标题');
  await pause();
  expect(input('preview_sec').value).toBe('5');
  screen.getByText('kit.stale_text');
  await act(async () => {
    fireEvent.click(screen.getByText('kit.confirm'));
  });
  await pause();
  expect(bodies.at(-1)).toEqual({ title: '我的标题', version: 7 });
});

it('has the status of a lesson as segments, whose choice is saved; its type is chosen once, from a list', async () => {
  open();
  expect(screen.getAllByRole('radio').length).toBe(2);
  expect(document.querySelector('#lesson-type')?.getAttribute('role')).toBe('combobox');
  fireEvent.click(screen.getByRole('radio', { name: 'fields.choices.status.off' }));
  await pause();
  expect(bodies.at(-1)).toMatchObject({ status: 0 });
});
