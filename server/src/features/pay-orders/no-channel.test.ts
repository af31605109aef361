import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { buildCourse, buildProduct } from '../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { env: 'production', public_url: 'https://school.example' } });
});
afterAll(() => app.close());

it('in production without an account at a channel nothing can be paid, by the trial channel either, and the page is told', async () => {
  const me = await app.person.member();
  const { course } = await buildCourse(app.ctx);
  const { id } = await buildProduct(app.ctx, { sale_price: 19_900, list_price: 19_900, course_ids: [course.id] });
  const { body } = await app.http('GET', `/home/products/${id}`, { as: me });
  expect([body.channels, body.refusal]).toEqual([[], null]);
  const { body: order } = await app.http('POST', '/home/pay-orders', { as: me, body: { product_id: id } });
  for (const channel of ['sandbox', 'wechat', 'alipay']) {
    const reply = await app.http('POST', `/home/pay-orders/${order.id}/pay`, { as: me, body: { channel } });
    expect([reply.status >= 400, reply.body.code], channel).toEqual([true, 'pay.channel_off']);
  }
});
