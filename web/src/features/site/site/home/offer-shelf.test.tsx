import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import siteWords from 'virtual:locale/site';
import type { SiteOffer } from '@kaike/shared/contracts/site/site';
import { termMode } from '@kaike/shared/domain/commerce/product-status';
import { OfferShelf } from './offer-shelf.tsx';

beforeAll(() => siteWords.load());

const offer: SiteOffer = {
  id: 5,
  title: '口语年卡',
  list_price: 89_900,
  sale_price: 59_900,
  ai_seconds: 0,
  term_mode: termMode.months,
  term_value: 12,
  fixed_end_at: null,
  refund_days: 7,
  cover: null,
  course_count: 3,
};

it('shows products as books that say what is in them, for how long and at what price', () => {
  const minutes = {
    ...offer,
    id: 6,
    title: '外教时长包',
    ai_seconds: 1800,
    course_count: 0,
    sale_price: 0,
    list_price: 0,
  };
  render(
    <MemoryRouter>
      <OfferShelf offers={[offer, minutes]} />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/open/products/5', '口语年卡含 3 门课程 · 12 个月 ¥599原价 ¥899'],
    ['/open/products/6', '外教时长包30 分钟 · 12 个月 免费'],
  ]);
});
