import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import type { CourseFinish } from '@kaike/shared/contracts/auth/account';
import { renderPage } from '../../../../test/render-page.tsx';
import { useToasts } from '../../../app/toasts.ts';
import { loadWording } from '../../../app/wording.ts';
import { CourseFinishedPage } from './course-finished.page.tsx';

const finish: CourseFinish = {
  title: '零基础英语开口课',
  lesson_count: 6,
  study_sec: 7680,
  days: 12,
  notes: 28,
  teacher: '林晓彤',
  closing_words: '',
  has_certificate: false,
  is_public: true,
  next: null,
};

async function show(own: Partial<CourseFinish>): Promise<void> {
  await Promise.all([accountWords.load(), loadWording('home')]);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ...finish, ...own }));
  renderPage(<CourseFinishedPage />, { path: '/home/courses/:id/finished', at: '/home/courses/3/finished' });
  await screen.findByRole('heading', { name: '《零基础英语开口课》学完了' });
}

it('ends with the words of the teacher, signed', async () => {
  await show({ closing_words: '现在能点咖啡了。' });
  expect(screen.getByRole('figure').textContent).toBe('现在能点咖啡了。林晓彤');
});

it('has no signature without words', async () => {
  await show({});
  expect([screen.queryByRole('figure'), screen.queryByText('林晓彤')]).toEqual([null, null]);
});

it.each([
  [true, '查看结业证书'],
  [false, '领取结业证书'],
])('offers to take a certificate once, and to look at it afterwards (%s)', async (hasCertificate, name) => {
  await show({ has_certificate: hasCertificate });
  expect(screen.getByRole('button', { name })).toBeTruthy();
});

it.each([
  [5580, '1 小时 33 分钟'],
  [7200, '2 小时'],
  [20, '1 分钟'],
])('says in words how long it took: %i s', async (seconds, words) => {
  await show({ study_sec: seconds });
  expect(screen.getByText('累计学习').nextSibling?.textContent).toBe(words);
});

it('leads back to the course', async () => {
  await show({});
  expect(screen.getByRole('link', { name: '回到课程' }).getAttribute('href')).toBe('/home/courses/3');
});

it('has a picture to share before a certificate is taken, and issues none for it', async () => {
  await show({});
  fireEvent.click(screen.getByRole('button', { name: '保存分享图' }));
  // Where nothing can be drawn it says so.
  await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['生成失败，请重试']));
  expect(vi.mocked(fetch).mock.calls.map(([input]) => String(input instanceof Request ? input.url : input))).toEqual([
    expect.stringContaining('/home/courses/3/finish'),
  ]);
});
