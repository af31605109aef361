import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { MyOrder } from '@kaike/shared/contracts/commerce/pay-orders';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { renderPage } from '../../../../../test/render-page.tsx';
import { loadWording } from '../../../../app/wording.ts';
import { MyOrdersPage } from './my-orders.page.tsx';
import { OrderPage } from './order.page.tsx';

const order: MyOrder = {
  id: 5,
  order_no: 'PO1',
  product_id: 3,
  title: '口语年卡',
  cover: null,
  payable: 59_900,
  status: orderStatus.refunding,
  created_at: '2026-11-20T04:00:00.000Z',
  expire_at: null,
  paid_at: '2026-11-20T04:01:00.000Z',
  delivered_at: null,
  closed_at: null,
  close_reason: '',
  refund_amount: 0,
  refund_reason: '买错了',
  channel: 'wechat',
  refund_answer: '',
  can_pay: false,
  can_cancel: false,
  can_refund: false,
  can_withdraw: true,
  refunds: [],
  courses: [{ id: 9, title: '口语', end_at: '2027-11-20T15:59:59.000Z', is_open: true }],
};

it.each([
  [true, 1],
  [false, 0],
])('links to the courses the order still gives (%s), and lists what went back', async (isOpen, links) => {
  await loadWording('home');
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(
        JSON.stringify({
          order: {
            ...order,
            refund_amount: 600,
            refunds: [
              { id: 1, amount: 600, state: 'done', manual: true, created_at: order.created_at, done_at: order.paid_at },
              { id: 2, amount: 59_300, state: 'requested', manual: false, created_at: order.created_at, done_at: null },
            ],
            courses: order.courses.map((course) => ({ ...course, is_open: isOpen })),
          },
          history: [],
          channels: [],
          client: 'mobile',
          elsewhere: [],
        }),
        { headers: { 'content-type': 'application/json' } },
      ),
  );
  renderPage(<OrderPage />, { path: '/:id', at: '/5' });
  await screen.findByRole('button', { name: '撤回申请' });
  expect(screen.queryAllByRole('link', { name: '口语' })).toHaveLength(links);
  expect(screen.queryByText('已退 ¥6，共付 ¥599')).not.toBeNull();
  expect(screen.queryByText('¥6 已退回 · 线下退款')).not.toBeNull();
  expect(screen.queryByText('¥593 等待处理')).not.toBeNull();
});

it('Alipay on a computer: its page opens, and who comes back by the browser can pay again', async () => {
  await loadWording('home');
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const pending = { ...order, status: orderStatus.pending, can_pay: true, can_withdraw: false, channel: '' };
  const detail = { order: pending, history: [], channels: ['alipay', 'wechat'], client: 'desktop', elsewhere: [] };
  const invoice = { kind: 'redirect', url: 'https://openapi.alipay.com/gateway.do?sign=x', params: {}, trade_no: 'T1' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const body = String(url).includes('/pay?') ? invoice : String(url).includes('/token') ? { _token: 'x' } : detail;
    return Response.json(body);
  });
  renderPage(<OrderPage />, { path: '/:id', at: '/5' });
  const pay = await screen.findByRole('button', { name: /^支付宝 ¥/ });
  expect(screen.getByText('将打开支付宝收银台')).toBeTruthy();
  fireEvent.click(pay);
  await waitFor(() => expect(assign).toHaveBeenCalledWith(invoice.url));
  expect(pay.hasAttribute('disabled')).toBe(true);
  act(() => {
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
  expect(pay.hasAttribute('disabled')).toBe(false);
});

it('shows what was opened once the payment arrives, then the order', async () => {
  await loadWording('home');
  let isPaid = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const paid = { ...order, status: orderStatus.delivered, can_withdraw: false, delivered_at: order.paid_at };
    const pending = { ...order, status: orderStatus.paid, can_withdraw: false };
    const detail = { order: isPaid ? paid : pending, history: [], channels: [], client: 'mobile', elsewhere: [] };
    return Response.json(String(url).includes('/pay-orders/5') ? detail : {});
  });
  const client = renderPage(<OrderPage />, { path: '/:id', at: '/5' });
  await screen.findByText('已收到付款，正在为您开通');
  isPaid = true;
  await act(() => client.invalidateQueries());
  const heading = await screen.findByRole('heading', { name: '支付成功' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByRole('link', { name: '开始学习' }).getAttribute('href')).toBe('/home/courses/9');
  fireEvent.click(screen.getByRole('button', { name: '查看订单' }));
  expect(await screen.findByText('PO1')).toBeTruthy();
});

it('names no way of payment for a free order, which was paid by none', async () => {
  await loadWording('home');
  const free = { ...order, status: orderStatus.delivered, payable: 0, channel: '', can_withdraw: false };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ order: free, history: [], channels: [], client: 'mobile', elsewhere: [] }),
  );
  renderPage(<OrderPage />, { path: '/:id', at: '/5' });
  await screen.findByText('支付时间');
  expect(screen.queryByText('支付方式')).toBeNull();
});

it('the list of orders leads back to the member’s own page', async () => {
  await loadWording('home');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ orders: [], next: null }));
  renderPage(<MyOrdersPage />);
  await screen.findByText('暂无订单');
  expect(screen.getByRole('link', { name: '我的' }).getAttribute('href')).toBe('/home/personage/index');
});
