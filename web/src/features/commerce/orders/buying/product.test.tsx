import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { renderPage } from '../../../../../test/render-page.tsx';
import { configOf } from '../../../../../test/client-config.ts';
import { useConfig } from '../../../../app/config.ts';
import { loadWording } from '../../../../app/wording.ts';
import { ProductPage } from './product.page.tsx';

const detail: ResponseOf<typeof payOrders.getProduct> = {
  product: {
    id: 5,
    title: '口语年卡',
    cover: null,
    intro: '',
    sale_price: 19_900,
    list_price: 19_900,
    type: 1,
    course_count: 0,
    ai_seconds: 0,
    term_mode: 1,
    term_value: 365,
    refund_days: 0,
  },
  courses: [],
  refusal: null,
  order_id: null,
  channels: [],
};

it.each([
  [{}, '暂未开通在线支付，可以向学校购买学习卡。', 0],
  [{ channels: ['wechat'] as const }, '', 1],
])('offers a product for sale only where it can be paid: %j', async (change, refusal, buttons) => {
  await loadWording('home');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ...detail, ...change }));
  renderPage(<ProductPage />, { path: '/:id', at: '/5' });
  await screen.findByRole('heading', { name: '口语年卡' });
  expect(screen.queryByRole('status')?.textContent ?? '').toBe(refusal);
  expect(screen.queryAllByRole('button')).toHaveLength(buttons);
});

it('says whom to ask', async () => {
  await loadWording('home');
  useConfig.setState({ config: configOf({ support: { phone: '400-800-1234' } }) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(detail));
  renderPage(<ProductPage />, { path: '/:id', at: '/5' });
  expect(await screen.findByRole('button', { name: '联系客服' })).toBeTruthy();
  useConfig.setState({ config: null });
});
