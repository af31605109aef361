import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import siteWords from 'virtual:locale/site';
import type { MyCourseDetail } from '@kaike/shared/contracts/catalog/courses';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { configOf } from '../../../../../test/client-config.ts';
import { siteCourseOf } from '../../../../../test/site-course.ts';
import { useConfig } from '../../../../app/config.ts';
import { loadWording } from '../../../../app/wording.ts';
import { CourseActions } from './course-actions.tsx';
import { Outline } from './outline.tsx';

beforeAll(async () => {
  await loadWording('open');
  await siteWords.load();
});

const lesson = { title: '第一课', type: 1, duration_sec: 60, preview_sec: 0, is_free: false };
const product = {
  id: 5,
  title: '口语年卡',
  list_price: 80_000,
  sale_price: 59_900,
  ai_seconds: 0,
  term_mode: 2,
  term_value: 12,
  fixed_end_at: null,
  refund_days: 7,
  cover: null,
  course_count: 3,
};

const detailOf = (overrides: { is_free: boolean }): SiteCourseDetail => ({
  course: siteCourseOf({ sale_price: 59_900, ...overrides }),
  intro: '',
  detail: '',
  outcomes: [],
  subject: null,
  teachers: [],
  has_trailer: false,
  products: [product],
  faqs: [],
  chapters: [{ id: 1, title: '第一章', lessons: [{ id: 31, ...lesson }] }],
});

const mineOf = (state: MyCourseDetail['access']['state']): MyCourseDetail => ({
  course: {
    id: 7,
    title: '口语',
    subtitle: '',
    cover: null,
    cover_style: '',
    intro: '',
    detail: '',
    lesson_count: 1,
    duration_sec: 60,
    complete_percent: 90,
    lessons_done: 0,
    percent: 0,
    teachers: [],
  },
  access: { state, end_at: null },
  offer: null,
  chapters: [],
  attachments: [],
  grants: [],
  next: { lesson_id: 32, type: 1, title: '第二课', position: 0 },
});

const links = (detail: SiteCourseDetail, mine: MyCourseDetail | null): [string, string][] => {
  render(
    <MemoryRouter>
      <CourseActions detail={detail} mine={mine} />
    </MemoryRouter>,
  );
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href') ?? '']);
};

it('links visitors to the first lesson of a free course, and offers nothing for sale', () => {
  expect(links(detailOf({ is_free: true }), null)).toEqual([['登录后免费学习', '/home/lessons/31']]);
});

it.each(['owned', 'free'] as const)('offers a member with the course (%s) to study, and nothing to buy', (state) => {
  expect(links(detailOf({ is_free: state === 'free' }), mineOf(state))).toEqual([['开始学习', '/home/lessons/32']]);
});

it.each([null, mineOf('none'), mineOf('ended')])(
  'says what is bought, for how much and how long, before anybody logs in',
  (mine) => {
    expect(links(detailOf({ is_free: false }), mine)).toEqual([
      ['立即购买 ¥599含 3 门课程 · 12 个月 · 7 天可退', '/open/products/5'],
      ['激活学习卡', '/home/cards/use-card'],
    ]);
  },
);

it('names no purchase where the school cannot be paid, but whom to turn to; what is free can be had', () => {
  useConfig.setState({ config: configOf({ can_pay: false }) });
  try {
    expect(links(detailOf({ is_free: false }), null)).toEqual([['激活学习卡', '/home/cards/use-card']]);
    expect(screen.getByText(/暂未开通在线支付/)).toBeTruthy();
    cleanup();
    const free = { ...detailOf({ is_free: false }), products: [{ ...product, sale_price: 0 }] };
    expect(links(free, null).map(([, to]) => to)).toEqual(['/open/products/5', '/home/cards/use-card']);
  } finally {
    useConfig.setState({ config: null });
  }
});

it('sends to the school in words that hold without a contact, and shows the contact where one is set', async () => {
  const setContact = (phone: string): void =>
    useConfig.setState({ config: configOf({ can_pay: false, support: { phone } }) });
  const sentence = '暂未开通在线支付，想学习请联系学校，或激活学习卡。';
  try {
    setContact('400-800 1234');
    links(detailOf({ is_free: false }), null);
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(await screen.findByRole('button', { name: '联系客服' })).toBeTruthy();
    act(() => setContact(''));
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  } finally {
    useConfig.setState({ config: null });
  }
});

it('opens each lesson to a member with the course, and locks lessons without a preview for visitors', () => {
  const { rerender } = render(
    <MemoryRouter>
      <Outline detail={detailOf({ is_free: false })} mine={null} />
    </MemoryRouter>,
  );
  expect([screen.queryAllByRole('link'), screen.getByText('视频 · 1:00 · 激活后学习')]).toEqual([
    [],
    expect.anything(),
  ]);
  rerender(
    <MemoryRouter>
      <Outline detail={detailOf({ is_free: false })} mine={mineOf('owned')} />
    </MemoryRouter>,
  );
  expect([
    screen.getByRole('link', { name: /第一课/ }).getAttribute('href'),
    screen.queryByText(/激活后学习|试看/),
  ]).toEqual(['/home/lessons/31', null]);
});

it('says why a locked lesson does not open, with links to buy and to activate', () => {
  render(
    <MemoryRouter>
      <Outline detail={detailOf({ is_free: false })} mine={null} />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: /第一课/ }));
  const sheet = within(screen.getByRole('dialog', { name: '第一课' }));
  expect(sheet.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/open/products/5',
    '/home/cards/use-card',
  ]);
});
