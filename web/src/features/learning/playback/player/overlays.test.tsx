import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { CourseOffer } from '@kaike/shared/contracts/catalog/courses';
import type { PlayAuth } from '@kaike/shared/contracts/learning/watching';
import { ApiError } from '../../../../api/api-error.ts';
import { describeFailure } from '../lesson/describe-failure.ts';
import type { LessonSession } from '../lesson-session.ts';
import { emptyLesson, type LessonState } from '../lesson-state.ts';
import { Overlay } from './overlays.tsx';

const offer = { id: 5, title: '口语年卡', sale_price: 59_900 };
const nothing = (): void => undefined;
const later = async (): Promise<void> => undefined;

const authWith = (courseOffer: CourseOffer): PlayAuth => ({
  other_device: false,
  other: null,
  ticket: 'T',
  expires_at: null,
  source: null,
  marquee: '',
  lesson: { id: 1, title: '第一课', chapter_title: '第一章', cover: null },
  course: { id: 9, title: '口语', cover_style: '' },
  position: 0,
  duration_sec: 600,
  seen: [],
  seen_sec: 0,
  percent: 0,
  completed_at: null,
  missing_sec: 540,
  max_speed: 2,
  forbid_skip: false,
  presence_min: 0,
  complete_percent: 90,
  preview_sec: 60,
  offer: courseOffer,
  next: null,
  previous: null,
});
const refusedWith = (code: string, courseOffer: CourseOffer): LessonState => ({
  ...emptyLesson,
  phase: 'failed',
  failure: describeFailure(new ApiError(403, { code, message: '还没有开通', offer: courseOffer })),
});

async function linksOf(lesson: LessonState): Promise<(string | null)[]> {
  const session: LessonSession = {
    store: createStore(() => lesson),
    open: later,
    takeOver: later,
    retry: later,
    toggle: nothing,
    seek: nothing,
    setRate: nothing,
    startOver: nothing,
    fillGap: nothing,
    dismissResume: nothing,
    hide: nothing,
    show: nothing,
    setOnline: nothing,
    stop: later,
  };
  render(
    <MemoryRouter>
      <Overlay lesson={lesson} session={session} onNext={nothing} />
    </MemoryRouter>,
  );
  return [
    (await screen.findByRole('alertdialog')).querySelector('p')?.textContent ?? null,
    ...screen.getAllByRole('link').map((link) => link.getAttribute('href')),
  ];
}

it('offers to buy and to activate at the end of the free part', async () => {
  expect(await linksOf({ ...emptyLesson, phase: 'preview_over', auth: authWith(offer) })).toEqual([
    'watching.buy_or_activate',
    '/open/products/5',
    '/home/cards/use-card',
  ]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'courses.buy' })));
});

it.each(['course.no_access', 'access.not_activated'])(
  'offers to buy and to activate where a lesson is refused (%s)',
  async (code) => {
    expect(await linksOf(refusedWith(code, offer))).toEqual([
      'watching.buy_or_activate',
      '/open/products/5',
      '/home/cards/use-card',
      '/home/courses',
    ]);
  },
);

it('offers only to activate when nothing is on sale', async () => {
  expect(await linksOf({ ...emptyLesson, phase: 'preview_over', auth: authWith(null) })).toEqual([
    'watching.preview_over_text',
    '/home/cards/use-card',
  ]);
});

it('shows the reason of a refusal when nothing is on sale', async () => {
  expect(await linksOf(refusedWith('course.no_access', null))).toEqual([
    '还没有开通',
    '/home/cards/use-card',
    '/home/courses',
  ]);
});
