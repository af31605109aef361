import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import type { PayChannel } from '@kaike/shared/domain/commerce/order-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';

type Bridge = {
  invoke: (name: string, params: Record<string, string>, done: (result: { err_msg: string }) => void) => void;
};
declare global {
  // An interface, to merge with the platform's own.
  interface Window {
    WeixinJSBridge?: Bridge;
  }
}

/** The outcome of opening a payment. `unconfirmed`: WeChat reports success. */
export type PaymentOutcome =
  | { kind: 'left' }
  | { kind: 'qr'; url: string }
  | { kind: 'unconfirmed' }
  | { kind: 'cancelled' }
  | { kind: 'failed' };

const bridgeWaitMs = 3000;

/** WeChat's bridge becomes available a little after the page. */
function whenBridge(): Promise<Bridge | null> {
  if (window.WeixinJSBridge) return Promise.resolve(window.WeixinJSBridge);
  return new Promise((resolve) => {
    const done = (): void => resolve(window.WeixinJSBridge ?? null);
    document.addEventListener('WeixinJSBridgeReady', done, { once: true });
    setTimeout(done, bridgeWaitMs);
  });
}

async function openBridge(params: Record<string, string>): Promise<PaymentOutcome> {
  const bridge = await whenBridge();
  if (!bridge) return { kind: 'failed' };
  const { err_msg: result } = await new Promise<{ err_msg: string }>((resolve) =>
    bridge.invoke('getBrandWCPayRequest', params, resolve),
  );
  if (result.endsWith(':cancel')) return { kind: 'cancelled' };
  // `ok` proves nothing; the order's state is checked.
  return { kind: result.endsWith(':ok') ? 'unconfirmed' : 'failed' };
}

/** Opens a payment: redirects to the channel's page, opens WeChat's cashier, or returns a code to scan. */
export async function openPayment(orderId: number, channel: PayChannel): Promise<PaymentOutcome> {
  const invoice: ResponseOf<typeof payOrders.payOrder> = await call(payOrders.payOrder, {
    params: { id: orderId },
    body: { channel },
    quiet: true,
  });
  if (invoice.kind === 'qr') return { kind: 'qr', url: invoice.url };
  if (invoice.kind === 'bridge') return openBridge(invoice.params);
  location.assign(invoice.url);
  return { kind: 'left' };
}
