import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLayout } from '@kaike/shared/domain/cards/faces/card-layout-read';
import { changeElement } from '@kaike/shared/domain/cards/faces/card-layout-edit';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildBatch } from '../../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const create = async (name: string): Promise<number> =>
  (await app.http('POST', '/admin/card-themes', { as: admin, body: { name, locale: 'zh-CN' } })).body.id;
const act = (action: string, body: object) => app.http('PUT', `/admin/card-themes/${action}`, { as: admin, body });
const defaults = async () =>
  (await app.ctx.db.selectFrom('card_themes').select('id').where('is_default', '=', true).execute()).map(
    (row) => row.id,
  );

describe('the default theme', () => {
  it('is the first one created, changes atomically, and stays unique under concurrency', async () => {
    const themes = [await create('极简'), await create('星空'), await create('校园'), await create('节日')];
    const [first, second] = themes;
    expect(await defaults()).toEqual([first]);
    expect((await act('change-default', { ids: [second] })).body.changed).toBe(1);
    expect(await defaults()).toEqual([second]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => act('change-default', { ids: [themes[index % themes.length]] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await defaults()).toHaveLength(1);
    expect((await act('change_default', { ids: [first] })).status).toBe(200);
    expect((await act('change-default', { ids: themes })).status).toBe(422);
  });

  it('cannot be switched off or deleted; others can, unless cards use them', async () => {
    const [usual] = await defaults();
    const [used, free] = [await create('在用'), await create('闲置')];
    await buildBatch(app.ctx, { theme_id: used });
    expect((await act('change-status', { ids: [usual], status: switchStatus.off })).body.code).toBe(
      'card_theme.is_default',
    );
    expect((await act('change-status', { ids: [used], status: switchStatus.off })).body.changed).toBe(1);
    expect((await act('change-default', { ids: [used] })).body.code).toBe('record.state');
    const { body } = await app.http('DELETE', '/admin/card-themes', { as: admin, body: { ids: [usual, used, free] } });
    expect(body).toMatchObject({
      deleted: 1,
      failed: [
        { id: usual, code: 'card_theme.is_default' },
        { id: used, code: 'record.in_use' },
      ],
    });
  });
});

describe('a drawing', () => {
  const designOf = async (id: number, as = admin) => app.http('GET', `/admin/card-themes/${id}/design`, { as });
  const save = (id: number, body: object, as = admin) => app.http('PUT', `/admin/card-themes/${id}`, { as, body });

  it('starts as the default in the card’s language, is stored as sent, and falls back to the default when removed', async () => {
    const {
      body: { id },
    } = await app.http('POST', '/admin/card-themes', { as: admin, body: { name: 'English', locale: 'en' } });
    const { body } = await designOf(id);
    expect(body).toMatchObject({ is_drawn: false, theme: { version: 1 }, layout: body.plain });
    const layout = parseLayout(body.layout);
    if (!layout) throw new Error('no layout was answered');
    expect(layout.elements.find((element) => element.id === 'serial')?.text).toBe('No. ');
    const moved = changeElement(layout, 'serial', { x: 12.34, y: 20 });
    expect((await save(id, { positions: moved, version: 1 })).status).toBe(200);
    expect((await designOf(id)).body).toMatchObject({ is_drawn: true, layout: moved, plain: body.plain });
    expect((await save(id, { positions: null, version: 2 })).status).toBe(200);
    expect((await designOf(id)).body).toMatchObject({ is_drawn: false, layout: body.plain });
  });

  it('is refused when cards could not be used, when invalid, and when somebody else has saved', async () => {
    const id = await create('有问题');
    const layout = parseLayout((await designOf(id)).body.layout);
    if (!layout) throw new Error('no layout was answered');
    expect((await save(id, { positions: changeElement(layout, 'qr', { width: 10, height: 10 }) })).body.code).toBe(
      'card_theme.layout',
    );
    expect((await save(id, { positions: { elements: [] } })).body.errors).toHaveProperty('positions');
    expect(
      (await save(id, { positions: { ...layout, elements: [{ ...layout.elements[0], src: 'http://127.0.0.1/x' }] } }))
        .status,
    ).toBe(422);
    expect((await save(id, { positions: layout, version: 1 })).status).toBe(200);
    expect((await save(id, { positions: layout, version: 1 })).body).toMatchObject({
      code: 'record.stale',
      current: { version: 2 },
    });
  });

  it('is shown as a picture to users who may see themes, and changed by users who may edit them', async () => {
    const id = await create('缩略图');
    const reader = await app.person.adminWith(['admin.card-themes.list', 'admin.card-themes.show']);
    const front = await app.http('GET', `/admin/card-themes/${id}/picture?width=240`, { as: reader });
    expect(front.headers['content-type']).toBe('image/png');
    expect(await sharp(front.raw).metadata()).toMatchObject({ width: 240, height: 151 });
    const layout = (await designOf(id, reader)).body.layout;
    expect((await save(id, { positions: layout }, reader)).status).toBe(403);
    const stranger = await app.person.adminWith(['admin.courses.list']);
    for (const path of ['design', 'picture'])
      expect((await app.http('GET', `/admin/card-themes/${id}/${path}`, { as: stranger })).status, path).toBe(403);
  });

  it('shows its cover, and its colours when the cover cannot be read', async () => {
    const id = await create('有背景');
    const { key } = await app.ctx.adapters.storage.store(
      'webp',
      await sharp({ create: { width: 1100, height: 720, channels: 3, background: '#ff0000' } })
        .webp()
        .toBuffer(),
    );
    const pixel = async (): Promise<number[]> => {
      const { raw } = await app.http('GET', `/admin/card-themes/${id}/picture`, { as: admin });
      return [...(await sharp(raw).extract({ left: 900, top: 200, width: 1, height: 1 }).raw().toBuffer())];
    };
    const plain = await pixel();
    await save(id, { cover_front: `/uploads/public/${key}` });
    const [red = 0, green = 0] = await pixel();
    expect(red - green).toBeGreaterThan(200);
    await app.ctx.adapters.storage.remove(key);
    expect(await pixel()).toEqual(plain);
  });

  it('is drawn with outlines of the printed font, including spaces, and a box for missing characters', async () => {
    const { body } = await app.http('GET', `/admin/card-themes/glyphs?text=${encodeURIComponent('卡A\u{1f600}')}`, {
      as: admin,
    });
    expect(Object.keys(body.glyphs).toSorted()).toEqual([' ', 'A', '\u3000', '卡'].toSorted());
    expect(body.glyphs['卡']).toMatchObject({ advance: 1000, path: expect.stringMatching(/^M-?\d+ -?\d+[LQ]/) });
    expect(body.missing.path).toMatch(/^M/);
  });
});
