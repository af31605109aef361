import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import siteWords from 'virtual:locale/site';
import { renderPage } from '../../../../test/render-page.tsx';
import { ProductPage } from './product.page.tsx';

beforeAll(() => siteWords.load());

it('says of each course how many lessons it has and how long it is', async () => {
  const course = {
    id: 1,
    title: '口语',
    cover: null,
    cover_style: '',
    lesson_count: 6,
    duration_sec: 240,
    is_public: true,
  };
  const price = { list_price: 0, sale_price: 59_900, ai_seconds: 0, refund_days: 7 };
  const term = { term_mode: 1, term_value: 365, fixed_end_at: null };
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(
        JSON.stringify({
          product: { id: 1, title: '年卡', intro: '', cover: null, ...price, ...term },
          courses: [course],
        }),
        {
          headers: { 'content-type': 'application/json' },
        },
      ),
  );
  renderPage(<ProductPage />, { path: '/open/products/:id', at: '/open/products/1' });
  const title = await screen.findByText('口语', { selector: 'strong' });
  expect(title.nextElementSibling?.textContent?.replaceAll(' ', ' ')).toBe('6 课时 · 4 分钟');
});
