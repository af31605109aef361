import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { OutlineLesson } from '@kaike/shared/contracts/courses';
import { lessonType } from '@kaike/shared/domain/courses/course-status';
import { LessonDialog } from './lesson-dialog.tsx';
import { useOutlineActions } from './use-outline.ts';

afterEach(() => vi.restoreAllMocks());

const lesson = {
  id: 9,
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
} as unknown as OutlineLesson;

function Dialog() {
  const actions = useOutlineActions(5);
  return <LessonDialog lesson={lesson} courseId={5} actions={actions} close={() => undefined} />;
}

it('checks a lesson before it is sent, and shows what the server refuses at its field', async () => {
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const isSave = init?.method === 'PUT';
    if (isSave) bodies.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify(isSave ? { errors: { preview_sec: ['长于视频'] } } : { _token: 'T' }), {
      status: isSave ? 422 : 200,
      headers: { 'content-type': 'application/json' },
    });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Dialog />
    </QueryClientProvider>,
  );
  const input = (name: string): HTMLElement => document.getElementById(`lesson-${name}`) as HTMLElement;
  const save = async (): Promise<void> =>
    act(async () => {
      fireEvent.click(screen.getByText('kit.save'));
    });
  fireEvent.change(input('title'), { target: { value: '' } });
  await save();
  expect(bodies).toEqual([]);
  expect(document.activeElement).toBe(input('title'));
  fireEvent.change(input('title'), { target: { value: ' 新的第一课 ' } });
  fireEvent.change(input('preview_sec'), { target: { value: '90' } });
  await save();
  expect(bodies).toMatchObject([{ title: '新的第一课', preview_sec: 90, version: 2 }]);
  expect(screen.getByRole('alert').textContent).toBe('长于视频');
});
