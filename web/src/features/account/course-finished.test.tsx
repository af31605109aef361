import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import accountWords from 'virtual:words/account';
import type { CourseFinish } from '@kaike/shared/contracts/account';
import { loadWording } from '../../app/wording.ts';
import { CourseFinishedPage } from './course-finished.page.tsx';

afterEach(() => vi.restoreAllMocks());

const finish: CourseFinish = {
  title: '零基础英语开口课',
  lesson_count: 6,
  study_sec: 7680,
  days: 12,
  notes: 28,
  teacher: '林晓彤',
  closing_words: '',
  has_certificate: false,
  next: null,
};

async function show(own: Partial<CourseFinish>): Promise<void> {
  await Promise.all([accountWords.load(), loadWording('home')]);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ...finish, ...own }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/home/courses/3/finished']}>
        <Routes>
          <Route path="/home/courses/:id/finished" element={<CourseFinishedPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
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
