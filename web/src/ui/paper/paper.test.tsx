import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fitsGao, ManuscriptHeading } from './manuscript-heading.tsx';
import { Quote } from './quote.tsx';
import { sealWords } from './seal-plan.ts';
import { Seal } from './seal.tsx';
import { Square, Steps } from './square.tsx';
import { Today, Week } from './today.tsx';

it.each([
  ['empty', 0, 0],
  ['begun', 30, 0],
  ['now', 70, 0],
  ['done', 100, 1],
] as const)('a square that is %s is filled to %i percent and has %i ticks', (state, percent, ticks) => {
  render(
    <Square state={state} percent={percent} label={`第 4 课，学了 ${percent}%`}>
      4
    </Square>,
  );
  const square = screen.getByRole('img', { name: `第 4 课，学了 ${percent}%` });
  expect([square.dataset['state'], square.style.getPropertyValue('--fill')]).toEqual([state, `${percent}%`]);
  expect(square.querySelectorAll('svg')).toHaveLength(ticks);
});

it('a locked square shows a lock instead of its number', () => {
  const { container } = render(<Square state="locked">4</Square>);
  expect([container.textContent, container.querySelectorAll('svg').length]).toEqual(['', 1]);
});

it('steps are as full as their lessons, also when these were done out of order, and say so', () => {
  render(<Steps percents={[100, 0, 40, 100]} label="2/4 课时" />);
  const steps = screen.getByRole('img', { name: '2/4 课时' });
  const fills = [...steps.querySelectorAll('i')].map((step) => step.style.getPropertyValue('--fill'));
  expect([fills, steps.dataset['many']]).toEqual([['100%', '0%', '40%', '100%'], 'false']);
});

it('many steps are one bar', () => {
  render(<Steps percents={Array.from({ length: 40 }, () => 0)} label="2/40 课时" />);
  expect(screen.getByRole('img').dataset['many']).toBe('true');
});

it('a week has seven named days; a missed one is only empty', () => {
  const names = [...'一二三四五六日'];
  const days = names.map((name, place) => ({
    key: name,
    name,
    label: `周${name}`,
    percent: [100, 0, 30, 60, 0, 0, 0][place] ?? 0,
    is_today: place === 3,
  }));
  render(<Week days={days} label="本周" />);
  const squares = within(screen.getByRole('list', { name: '本周' })).getAllByRole('img');
  expect(squares.map(({ dataset }) => dataset['state'])).toEqual([
    'done',
    'empty',
    'begun',
    'now',
    'empty',
    'empty',
    'empty',
  ]);
});

it('today shows its minutes', () => {
  const { container } = render(<Today minutes={12} percent={60} unit="/ 20 分钟" />);
  expect(container.textContent).toBe('12/ 20 分钟');
});

it('a headline of Chinese signs is in squares, read as one sentence; other words are not cut up', () => {
  render(<ManuscriptHeading text="先把自己的名字，说清楚。" />);
  const heading = screen.getByRole('heading', { name: '先把自己的名字，说清楚。' });
  expect([...heading.children].map((row) => row.textContent)).toEqual(['先把自己的名字，', '说清楚。']);
  expect(['Learn well', '一'.repeat(25), '学 English'].map(fitsGao)).toEqual([false, false, false]);
});

it.each([
  ['开课', '开课'],
  ['青禾书院学校', '青禾书院'],
  ['墨白学', '墨白学印'],
  ['Kaike', 'K'],
])('the seal of %s', (school, signs) => {
  const { container } = render(<Seal words={sealWords(school)} />);
  expect(container.textContent).toBe(signs);
});

it('a quote is signed by who says it, when there is a name', () => {
  const { rerender } = render(<Quote by="林晓彤">先开口。</Quote>);
  expect([...screen.getByRole('figure').children].map(({ textContent }) => textContent)).toEqual([
    '先开口。',
    '林晓彤',
  ]);
  rerender(<Quote by="">先开口。</Quote>);
  expect(screen.getByRole('figure').children).toHaveLength(1);
});
