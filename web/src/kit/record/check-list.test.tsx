import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { createTranslator } from '@kaike/shared/kit/wording';
import kit from '@kaike/shared/locales/zh-CN/kit.json' with { type: 'json' };
import { CheckList } from './check-list.tsx';

const t = createTranslator({ locale: 'zh-CN', catalogues: [kit] });
const words = { t };
const empty = {
  level: 'must',
  key: 'lesson_empty',
  text: '课时没有内容',
  to: { tab: 'outline', lesson: '7' },
} as const;
const cover = { level: 'should', key: 'no_cover', text: '没有封面', to: { tab: 'basic', field: 'cover' } } as const;

function Address() {
  return <output>{useLocation().search}</output>;
}

function show(checks: Parameters<typeof CheckList>[0]['checks']): { runs: () => number } {
  let runs = 0;
  render(
    <MemoryRouter initialEntries={['/admin/courses/3?tab=basic']}>
      <CheckList checks={checks} verb="发布" words={words} isCalled close={() => undefined} run={() => (runs += 1)} />
      <Address />
    </MemoryRouter>,
  );
  return { runs: () => runs };
}

it('waits for what must be mended, and each line leads to its place', () => {
  const { runs } = show([empty, cover]);
  screen.getByText('还需补全 1 项才能发布');
  fireEvent.click(screen.getByRole('button', { name: /^发\s?布$/ }));
  expect(runs()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: '去完善：课时没有内容' }));
  expect(document.querySelector('output')?.textContent).toBe('?tab=outline&lesson=7');
});

it('has its place before anything is known, and runs nothing then', () => {
  const { runs } = show(undefined);
  expect(screen.getByRole('complementary', { name: '发布前检查' })).toBeTruthy();
  expect(screen.queryByText('都准备好了')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^发\s?布$/ }));
  expect(runs()).toBe(0);
});

it('runs the verb where only advice is left', () => {
  const { runs } = show([cover]);
  fireEvent.click(screen.getByRole('button', { name: /^发\s?布$/ }));
  expect(runs()).toBe(1);
});
