import type { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { payOrders } from '@kaike/shared/resources/commerce/pay-orders';
import { renderPage } from '../../../../test/render-page.tsx';
import { adminOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { RecordEditor } from '../../../kit/form/record-editor.tsx';
import { resourceView } from './pay-orders.resource.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  history = [];
});

const labels = { member_id: '周诗涵', product_id: '零基础英语' };
const order = {
  id: 7,
  version: 1,
  order_no: 'PO1',
  member_id: 70,
  product_id: 5,
  payable: 29_900,
  refund_amount: 9900,
  status: orderStatus.refunded,
  paid_at: '2026-11-22T08:00:00.000Z',
  labels,
};

let requests: string[] = [];
let history: object[] = [];
const step = (id: number, action: string, status: number): object => ({
  id,
  action,
  from_status: null,
  to_status: status,
  operator: '',
  remark: '',
  created_at: order.paid_at,
});
let client: QueryClient;

/** The tab an order's record opens on. */
async function openRecord(row: object, permissions: readonly string[]): Promise<HTMLElement> {
  requests = [];
  globalThis.fetch = async (input) => {
    requests.push(new URL(String(input), 'http://localhost').pathname);
    const body = String(input).includes('/story')
      ? { trades: [], refunds: [], history }
      : { row, maps: {}, permissions: ['show'], configUrl: {} };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  };
  useSession.setState({ user: adminOf({ permissions }) });
  client = renderPage(<RecordEditor definition={payOrders} id={7} onSaved={() => undefined} />, {
    cached: [[['pay-orders', 'view'], resourceView]],
  });
  await screen.findByText('状态变化');
  return screen.getByRole('tabpanel');
}

describe('the record of an order', () => {
  it('names the state after a step only where the step does not say it', async () => {
    history = [
      step(1, 'pay', orderStatus.paid),
      step(2, 'deliver', orderStatus.delivered),
      step(3, 'decline_refund', orderStatus.delivered),
    ];
    const panel = await openRecord(order, ['admin.pay-orders.show']);
    const texts = [...panel.querySelectorAll('ol time + span')].map((text) => text.textContent);
    expect(texts).toEqual(['收款', '开通', expect.stringContaining('拒绝退款 · ')]);
  });

  it('opens on amount, buyer and product, above its steps', async () => {
    const panel = await openRecord(order, ['admin.members.show', 'admin.products.show']);
    const linkOf = (name: string) => within(panel).getByRole('link', { name }).getAttribute('href');
    expect([linkOf('周诗涵'), linkOf('零基础英语')]).toEqual(['/admin/members/70', '/admin/products/5']);
    const text = panel.textContent ?? '';
    const places = ['¥299.00', '¥99.00', '周诗涵', '零基础英语', '状态变化'].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('names them without links for those who may not view them', async () => {
    const panel = await openRecord({ ...order, status: orderStatus.pending, paid_at: null, refund_amount: 0 }, []);
    expect(within(panel).queryAllByRole('link')).toEqual([]);
    expect(panel.textContent).toContain('周诗涵');
    expect(panel.textContent).toContain('¥299.00');
  });

  it('shows its new state once the channel has paid a refund back', async () => {
    await openRecord({ ...order, status: orderStatus.refunding }, []);
    const story = (status: number): object => ({
      trades: [],
      history: [],
      refunds: [
        {
          id: 1,
          refund_no: 'R1',
          amount: 9900,
          status,
          reason: '',
          answer: '',
          operator: '',
          manual: false,
          created_at: order.paid_at,
        },
      ],
    });
    const tell = (status: number): void =>
      act(() => void client.setQueryData(['pay-orders', 'story', 7, 1], story(status)));
    tell(2);
    await screen.findByText('退款中');
    const before = requests.filter((path) => path.endsWith('/pay-orders/7')).length;
    tell(3);
    await waitFor(() => expect(requests.filter((path) => path.endsWith('/pay-orders/7'))).toHaveLength(before + 1));
  });
});
