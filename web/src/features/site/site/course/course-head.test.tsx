import { act, screen } from '@testing-library/react';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import siteWords from 'virtual:locale/site';
import { renderPage } from '../../../../../test/render-page.tsx';
import { loadWording, switchLocale } from '../../../../app/wording.ts';
import { siteDetailOf } from '../../../../../test/site-course.ts';
import { CourseHead } from './course-head.tsx';

beforeAll(() => siteWords.load());

function figuresOf(course: Parameters<typeof siteDetailOf>[0]): string[] {
  renderPage(<CourseHead detail={siteDetailOf(course)} mine={undefined} />);
  return screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
}

it.each([
  [{ level: 'A1', lesson_count: 6, duration_sec: 7500 }, ['A1 入门', '6 课时', '2 小时']],
  [{ level: '亲子', lesson_count: 1, duration_sec: 216 }, ['亲子 难度', '1 课时', '4 分钟']],
  [{ level: '', lesson_count: 12, duration_sec: 5400 }, ['12 课时', '1.5 小时']],
  // Articles only.
  [{ level: '', lesson_count: 2, duration_sec: 0 }, ['2 课时']],
])('shows figures over their words, and only those there are: %o', (course, figures) => {
  expect(figuresOf(course)).toEqual(figures);
});

it('says one lesson and one minute in English', async () => {
  await loadWording('open');
  await switchLocale('en');
  await siteWords.load();
  onTestFinished(() => act(() => switchLocale('zh-CN')));
  expect(figuresOf({ level: '', lesson_count: 1, duration_sec: 50 })).toEqual(['1 Lesson', '1 Minute']);
});
