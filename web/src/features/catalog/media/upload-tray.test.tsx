import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import mediaWords from 'virtual:locale/media';
import zh from '@kaike/shared/locales/zh-CN/media.json' with { type: 'json' };
import { createUploadDeps } from './uploads/upload-deps.ts';
import { createUploadTask } from './uploads/upload-task.ts';
import { UploadTray } from './upload-tray.tsx';
import { useUploads, type ListedUpload } from './uploads/uploads-list.ts';
import type { UploadSnapshot } from './uploads/upload-work.ts';

function upload(name: string, courseId: number, part: Partial<UploadSnapshot>): ListedUpload {
  const purpose = { course_id: courseId, lesson_id: courseId * 10 };
  const file = new File(['0123456789'], name);
  const task = createUploadTask(
    { file, title: name, owner: 1, purpose },
    createUploadDeps({ owner: 1, purpose, attach: async () => undefined }),
  );
  return { id: name, purpose, task, view: { ...task.snapshot(), ...part } };
}

beforeEach(async () => {
  await mediaWords.load();
  useUploads.setState({ uploads: [], shown_course: null });
});
afterEach(() => useUploads.setState({ uploads: [], shown_course: null }));

const show = (uploads: ListedUpload[], shownCourse: number | null = null): void => {
  useUploads.setState({ uploads, shown_course: shownCourse });
  render(
    <MemoryRouter>
      <UploadTray />
    </MemoryRouter>,
  );
};

it('lists uploads of other pages, each with the way to its lesson and what can be done', () => {
  show(
    [
      upload('第一课.mp4', 3, { state: 'uploading', sent: 5 }),
      upload('第二课.mp4', 4, { state: 'failed', failure: 'server' }),
      upload('片头.mp4', 0, { state: 'paused' }),
    ],
    4,
  );
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['第一课.mp4', '/admin/courses/3?tab=outline&lesson=30'],
    ['片头.mp4', '/admin/media'],
  ]);
  const labels = screen.getAllByRole('button').map((button) => (button.textContent ?? '').replaceAll(' ', ''));
  expect(labels.filter(Boolean)).toEqual([zh.media.pause, zh.media.cancel, zh.media.resume, zh.media.cancel]);
});

it('folds to one bar over all files, and goes when everything has ended', () => {
  show([
    upload('第一课.mp4', 3, { state: 'uploading', sent: 5 }),
    upload('第二课.mp4', 3, { state: 'done', sent: 10 }),
  ]);
  fireEvent.click(screen.getByRole('button', { name: zh.media.tray.fold }));
  expect(screen.queryAllByRole('link')).toEqual([]);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75');
  expect(screen.queryByRole('button', { name: 'kit.close' })).toBeNull();
});

it('is closed by hand once nothing runs any more', () => {
  show([upload('第一课.mp4', 3, { state: 'done', sent: 10 })]);
  fireEvent.click(screen.getByRole('button', { name: 'kit.close' }));
  expect(useUploads.getState().uploads).toEqual([]);
  expect(screen.queryByRole('complementary')).toBeNull();
});
