import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { switchStatus } from '@kaike/shared/domain/course-status';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import { buildBatch } from '../../../test/factories.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const create = async (name: string): Promise<number> => (await app.http('POST', '/admin/card-themes', { as: admin, body: { name, locale: 'zh-CN' } })).body.id;
const act = (action: string, body: object) => app.http('PUT', `/admin/card-themes/${action}`, { as: admin, body });
const defaults = async () => (await app.ctx.db.selectFrom('card_themes').select('id').where('is_default', '=', true).execute()).map((row) => row.id);

describe('the default theme', () => {
  it('is the first one made, changes as a whole, and is exactly one whoever races', async () => {
    const themes = [await create('极简'), await create('星空'), await create('校园'), await create('节日')];
    const [first, second] = themes;
    expect(await defaults()).toEqual([first]);
    expect((await act('change-default', { ids: [second] })).body.changed).toBe(1);
    expect(await defaults()).toEqual([second]);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => act('change-default', { ids: [themes[index % themes.length]] })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await defaults()).toHaveLength(1);
    expect((await act('change_default', { ids: [first] })).status).toBe(200);
    expect((await act('change-default', { ids: themes })).status).toBe(422);
  });

  it('cannot be switched off or deleted; others can, unless cards use them', async () => {
    const [usual] = await defaults();
    const [used, free] = [await create('在用'), await create('闲置')];
    await buildBatch(app.ctx, { theme_id: used });
    expect((await act('change-status', { ids: [usual], status: switchStatus.off })).body.code).toBe('card_theme.is_default');
    expect((await act('change-status', { ids: [used], status: switchStatus.off })).body.changed).toBe(1);
    expect((await act('change-default', { ids: [used] })).body.code).toBe('record.state');
    const { body } = await app.http('DELETE', '/admin/card-themes', { as: admin, body: { ids: [usual, used, free] } });
    expect(body).toMatchObject({ deleted: 1, failed: [{ id: usual, code: 'card_theme.is_default' }, { id: used, code: 'record.in_use' }] });
  });
});
