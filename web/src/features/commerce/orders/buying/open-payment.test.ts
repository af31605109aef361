// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { openPayment } from './open-payment.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.WeixinJSBridge;
});

/** The server's response to the payment; all other responses are empty. */
function answer(invoice: object): void {
  vi.stubGlobal(
    'fetch',
    async (url: string) =>
      new Response(
        JSON.stringify(
          String(url).includes('/pay?') ? { params: {}, url: '', trade_no: 'T1', ...invoice } : { _token: 'x' },
        ),
        { headers: { 'content-type': 'application/json' } },
      ),
  );
}
type Invoke = (name: string, params: Record<string, string>, done: (result: { err_msg: string }) => void) => void;
const bridge = (message: string) => ({
  invoke: vi.fn<Invoke>((_name, _params, done) => done({ err_msg: message })),
});

it('returns a code to scan', async () => {
  answer({ kind: 'qr', url: 'weixin://wxpay/1' });
  expect(await openPayment(1, 'wechat')).toEqual({ kind: 'qr', url: 'weixin://wxpay/1' });
});

it.each([
  ['ok', 'unconfirmed'],
  ['cancel', 'cancelled'],
  ['fail', 'failed'],
])('WeChat returns %s: %s', async (message, kind) => {
  answer({ kind: 'bridge', params: { package: 'prepay_id=1' } });
  window.WeixinJSBridge = bridge(`get_brand_wcpay_request:${message}`);
  expect(await openPayment(1, 'wechat')).toEqual({ kind });
  expect(window.WeixinJSBridge.invoke).toHaveBeenCalledWith(
    'getBrandWCPayRequest',
    { package: 'prepay_id=1' },
    expect.any(Function),
  );
});

it('waits for WeChat’s bridge, which is available after the page', async () => {
  answer({ kind: 'bridge', params: {} });
  const opened = openPayment(1, 'wechat');
  await vi.waitFor(() => {
    window.WeixinJSBridge = bridge('get_brand_wcpay_request:ok');
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  });
  expect(await opened).toEqual({ kind: 'unconfirmed' });
});

it('fails when the bridge never comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  answer({ kind: 'bridge', params: {} });
  const opened = openPayment(1, 'wechat');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await opened).toEqual({ kind: 'failed' });
  vi.useRealTimers();
});
