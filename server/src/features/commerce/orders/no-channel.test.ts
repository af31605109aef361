import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buildCourse, buildProduct } from '../../../../test/factories.ts';

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

it('no page offers what cannot be paid: not the config, a closed lesson, or AI time; what is free can be had', async () => {
  const me = await app.person.member();
  const built = await buildCourse(app.ctx);
  const { id } = await buildProduct(app.ctx, { sale_price: 9900, ai_seconds: 600, course_ids: [built.course.id] });
  const read = async () => {
    const closed = await app.http('GET', `/home/play-auth?lesson_id=${built.lessons[0]?.id}`, { as: me });
    const seconds = await app.http('GET', '/home/ai-seconds', { as: me });
    return [closed.body.code, closed.body.offer?.id, seconds.body.can_buy];
  };
  expect((await app.http('GET', '/open/config')).body.can_pay).toBe(false);
  expect(await read()).toEqual(['course.no_access', undefined, false]);
  await app.ctx.db.updateTable('products').set({ sale_price: 0 }).where('id', '=', id).execute();
  expect(await read()).toEqual(['course.no_access', id, true]);
});
