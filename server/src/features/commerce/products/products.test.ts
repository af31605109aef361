import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { productStatus, productType, termMode } from '@kaike/shared/domain/commerce/product-status';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildBatch, buildCourse, buildProduct, buildSubject } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const create = (body: object) =>
  app.http('POST', '/admin/products', {
    as: admin,
    body: { title: '年卡', type: productType.courses, term_mode: termMode.days, stack_rule: 2, ...body },
  });
const productRow = (id: number) =>
  app.ctx.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const act = (action: string, body: object) => app.http('PUT', `/admin/products/${action}`, { as: admin, body });
const compare = async (id: number) => (await app.http('GET', `/admin/products/${id}/sync`, { as: admin })).body;
const changeCourse = (id: number, values: object) =>
  app.ctx.db.updateTable('courses').set(values).where('id', '=', id).execute();

describe('products', () => {
  it('are created as drafts with a number of their own, and sell only what their type allows', async () => {
    const { course } = await buildCourse(app.ctx);
    const { body } = await create({ course_ids: [course.id], ai_seconds: 600 });
    expect(await productRow(body.id)).toMatchObject({
      status: productStatus.draft,
      sn: expect.stringMatching(/^P[2-9A-Z]{6}$/),
      course_ids: [course.id],
      ai_seconds: 0,
    });
    const minutes = await create({ type: productType.ai_minutes, course_ids: [course.id], ai_seconds: 600 });
    expect(await productRow(minutes.body.id)).toMatchObject({ course_ids: [], ai_seconds: 600 });
  });

  it('refuse content, prices and terms that make no sense', async () => {
    const { course } = await buildCourse(app.ctx);
    const cases: [object, string][] = [
      [{}, 'course_ids'],
      [{ course_ids: [course.id + 999] }, 'course_ids'],
      [{ type: productType.both, course_ids: [course.id] }, 'ai_seconds'],
      [{ course_ids: [course.id], list_price: 100, sale_price: 200 }, 'sale_price'],
      [{ course_ids: [course.id], term_mode: termMode.fixed_end }, 'fixed_end_at'],
      [{ course_ids: [course.id], term_mode: termMode.months, term_value: 121 }, 'term_value'],
      [{ course_ids: [course.id], sale_price: -1 }, 'sale_price'],
    ];
    for (const [values, field] of cases) {
      const answer = await create(values);
      expect([answer.status, Object.keys(answer.body.errors ?? {})], JSON.stringify(values)).toEqual([422, [field]]);
    }
    expect((await create({})).body.errors).toEqual({ course_ids: ['请选择课程'] });
  });

  it('go on sale and off, and never back to draft', async () => {
    const { course } = await buildCourse(app.ctx);
    const { id } = (await create({ course_ids: [course.id] })).body;
    expect((await act('change-status', { ids: [id], status: productStatus.on })).body.changed).toBe(1);
    expect((await act('change-status', { ids: [id], status: productStatus.off })).body.changed).toBe(1);
    expect((await act('change-status', { ids: [id], status: productStatus.draft })).status).toBe(422);
    expect((await productRow(id)).status).toBe(productStatus.off);
  });

  it('cannot be deleted once cards were created from them', async () => {
    const [used, free] = [await buildProduct(app.ctx), await buildProduct(app.ctx)];
    await buildBatch(app.ctx, { product_id: used.id });
    const { body } = await app.http('DELETE', '/admin/products', { as: admin, body: { ids: [used.id, free.id] } });
    expect(body).toMatchObject({ deleted: 1, failed: [{ id: used.id, code: 'record.in_use' }] });
  });
});

describe('sync', () => {
  it('shows removed, unpublished, new and changed courses, and applies what was chosen', async () => {
    const subject = await buildSubject(app.ctx);
    const make = async (columns: object = {}) =>
      (
        await buildCourse(app.ctx, {
          subject_id: subject.id,
          sale_price: 1000,
          chapter_count: 1,
          lessons_each: 1,
          ...columns,
        })
      ).course;
    const [unchanged, gone, off, longer] = [await make(), await make(), await make(), await make()];
    const { id } = (await create({ course_ids: [unchanged.id, gone.id, off.id, longer.id] })).body;
    expect(await compare(id)).toMatchObject({ is_same: true, added: [], removed: [], changed: [] });

    await changeCourse(gone.id, { deleted_at: new Date() });
    await changeCourse(off.id, { status: courseStatus.off_shelf });
    await changeCourse(longer.id, { duration_sec: 9999, sale_price: 3000 });
    const added = await make();
    await make({ subject_id: (await buildSubject(app.ctx)).id });
    await make({ status: courseStatus.draft });
    const difference = await compare(id);
    expect(difference).toMatchObject({
      is_same: false,
      removed: [{ id: gone.id }],
      unpublished: [{ id: off.id }],
      added: [{ id: added.id }],
      course_price: 4000,
      list_price: 0,
      changed: [
        {
          id: longer.id,
          before: { duration_sec: 600, sale_price: 1000 },
          after: { duration_sec: 9999, sale_price: 3000 },
        },
      ],
    });

    const { body } = await act('sync', {
      ids: [id],
      remove_ids: [gone.id, off.id],
      add_ids: [added.id],
      use_course_prices: true,
    });
    expect(body.changed).toBe(1);
    expect(await productRow(id)).toMatchObject({
      course_ids: [unchanged.id, longer.id, added.id],
      list_price: 5000,
      synced_at: app.clock.now(),
    });
    expect(await compare(id)).toMatchObject({ is_same: true });
  });

  it('adds no course that is not published', async () => {
    const product = await buildProduct(app.ctx);
    const draft = (await buildCourse(app.ctx, { status: courseStatus.draft })).course;
    const { body } = await act('sync', { ids: [product.id], add_ids: [draft.id] });
    expect(body.errors).toHaveProperty('add_ids');
    expect((await productRow(product.id)).course_ids).not.toContain(draft.id);
  });
});

it('puts AI minutes alone on sale while there is a teacher and a scene, and not otherwise', async () => {
  const { body } = await create({ title: 'AI 时长', type: productType.ai_minutes, ai_seconds: 600, sale_price: 100 });
  const putOn = async () => {
    const reply = await act('change-status', { ids: [body.id], status: productStatus.on });
    return [reply.status, reply.body.code ?? reply.body.changed];
  };
  const { db } = app.ctx;
  await db.updateTable('ai_peoples').set({ deleted_at: app.clock.now() }).execute();
  expect(await putOn()).toEqual([409, 'product.no_use']);
  await db.updateTable('ai_peoples').set({ deleted_at: null }).execute();
  await db.updateTable('ai_prompt_templates').set({ deleted_at: app.clock.now() }).execute();
  expect(await putOn()).toEqual([409, 'product.no_use']);
  await db.updateTable('ai_prompt_templates').set({ deleted_at: null }).execute();
  expect(await putOn()).toEqual([200, 1]);
  expect((await productRow(body.id)).status).toBe(productStatus.on);
});
