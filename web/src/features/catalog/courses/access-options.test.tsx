import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { loadWording } from '../../../app/wording.ts';
import { CoursePage } from './course.page.tsx';
import { WaysIn } from './access-options.tsx';

const offer = { id: 5, title: '口语年卡', sale_price: 59_900 };

/** The title and links of the card of a course that is not open. */
async function linksOf(state: string, courseOffer: typeof offer | null): Promise<[string, (string | null)[]]> {
  const course = {
    id: 7,
    title: '情景剧',
    subtitle: '',
    cover: null,
    intro: '',
    detail: '',
    teachers: [],
    lesson_count: 1,
    duration_sec: 60,
    complete_percent: 90,
    lessons_done: 0,
    percent: 0,
  };
  const answer = {
    course,
    access: { state, end_at: null },
    offer: courseOffer,
    grants: [],
    chapters: [],
    attachments: [],
    next: null,
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer));
  renderPage(<CoursePage />, { path: '/:id', at: '/7' });
  const card =
    (await screen.findByRole('link', { name: 'courses.activate' })).parentElement?.parentElement ?? document.body;
  return [
    within(card).getByRole('heading').textContent,
    within(card)
      .getAllByRole('link')
      .flatMap((link) => [link.textContent, link.getAttribute('href')]),
  ];
}

const activate = ['courses.activate', '/home/cards/use-card'];

it.each([
  ['none', offer, 'courses.locked_buyable_title', ['courses.buy', '/open/products/5', ...activate]],
  ['ended', offer, 'courses.ended_buyable_title', ['courses.buy', '/open/products/5', ...activate]],
  [
    'none',
    { ...offer, sale_price: 0 },
    'courses.locked_buyable_title',
    ['courses.get', '/open/products/5', ...activate],
  ],
  ['none', null, 'courses.locked_title', activate],
] as const)(
  'offers to buy a course that is not open (%s) beside activating it, when it is on sale',
  async (state, courseOffer, title, links) => {
    expect(await linksOf(state, courseOffer)).toEqual([title, links]);
  },
);

it('names the product: it may contain more than the course', async () => {
  await loadWording('home');
  render(
    <MemoryRouter>
      <WaysIn offer={offer} />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['购买口语年卡 ¥599', '激活学习卡']);
});
