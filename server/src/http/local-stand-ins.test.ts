import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type MemberPerson, type TestApp } from '../../test/app.ts';
import { buildCourse, buildProduct } from '../../test/factories.ts';

let app: TestApp;
let elsewhere: MemberPerson;
let here: MemberPerson;

beforeAll(async () => {
  app = await startTestApp();
  elsewhere = await app.person.member();
  here = { ...elsewhere, ip: '127.0.0.1' };
});
afterAll(() => app.close());

const proxied = { 'x-forwarded-for': '203.0.113.9' };

it('the payment sandbox works on this machine only: others are not offered the channel, cannot open a payment and see no cashier', async () => {
  const { course } = await buildCourse(app.ctx);
  const product = await buildProduct(app.ctx, { sale_price: 9900, list_price: 19_900, course_ids: [course.id] });
  const {
    body: { id },
  } = await app.http('POST', '/home/pay-orders', { as: here, body: { product_id: product.id } });
  const offered = async (as: MemberPerson, headers = {}): Promise<unknown[]> => {
    const [order, offer] = await Promise.all([
      app.http('GET', `/home/pay-orders/${id}`, { as, headers }),
      app.http('GET', `/home/products/${product.id}`, { as, headers }),
    ]);
    return [order.body.channels, order.body.elsewhere, offer.body.channels];
  };
  expect(await offered(here)).toEqual([['sandbox'], [], ['sandbox']]);
  expect(await offered(elsewhere)).toEqual([[], [], []]);
  expect(await offered(here, proxied)).toEqual([[], [], []]);
  const pay = (as: MemberPerson) =>
    app.http('POST', `/home/pay-orders/${id}/pay`, { as, body: { channel: 'sandbox' } });
  expect((await pay(elsewhere)).body.code).toBe('pay.channel_off');
  const {
    body: { trade_no },
  } = await pay(here);
  for (const [as, headers] of [
    [elsewhere, {}],
    [here, proxied],
  ] as const) {
    expect((await app.http('GET', `/open/cashier/${trade_no}`, { as, headers })).status).toBe(404);
    expect((await app.http('POST', `/open/cashier/${trade_no}`, { as, headers, body: { action: 'pay' } })).status).toBe(
      404,
    );
  }
  expect((await app.http('GET', `/open/cashier/${trade_no}`, { as: here })).status).toBe(200);
});

it('the local face rule passes nobody on another machine', async () => {
  const body = { real_name: '李四', id_card: '440308199901101512', consent: true };
  const mayMatch = async (as: MemberPerson, headers = {}): Promise<unknown> =>
    (await app.http('GET', '/home/personage/index', { as, headers })).body.account.face !== null;
  expect([await mayMatch(here), await mayMatch(elsewhere), await mayMatch(here, proxied)]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await app.http('POST', '/home/init-face-auth', { as: elsewhere, body })).body.code).toBe('account.face_off');
  const opened = await app.http('POST', '/home/init-face-auth', { as: here, body });
  expect(opened.status).toBe(200);
  expect(
    (await app.http('POST', '/home/face-match', { as: elsewhere, body: { certify_id: opened.body.certify_id } })).body
      .code,
  ).toBe('account.face_off');
  expect(
    (await app.http('POST', '/home/face-match', { as: here, body: { certify_id: opened.body.certify_id } })).body
      .account.is_auth,
  ).toBe(2);
});
