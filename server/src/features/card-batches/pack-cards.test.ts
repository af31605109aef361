import { Uint8ArrayReader, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardState } from '@kaike/shared/domain/card-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import { buildBatch, buildCard } from '../../../test/factories.ts';
import { emptyPackages } from './public.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const pack = (id: number, as = admin) => app.http('POST', `/admin/card-batches/${id}/package`, { as, body: { reason: '交给印刷厂' } });
const pathOf = (url: string): string => `/open/card-packages/${url.split('/').at(-1) ?? ''}`;

async function open(id: number, password: string): Promise<string> {
  const { content } = await app.ctx.db.selectFrom('card_packages').select('content').where('batch_id', '=', id).executeTakeFirstOrThrow();
  const [entry] = await new ZipReader(new Uint8ArrayReader(new Uint8Array(content ?? Buffer.alloc(0)))).getEntries();
  return (entry as FileEntry).getData(new TextWriter(), { password });
}

describe('the package for a printer', () => {
  it('holds the cards that can be redeemed, behind a password that is kept nowhere, and is logged', async () => {
    const batch = await buildBatch(app.ctx);
    const [card, used] = [await buildCard(app.ctx, { batch_id: batch.id }), await buildCard(app.ctx, { batch_id: batch.id, state: cardState.activated })];
    const { body } = await pack(batch.id);
    expect(body).toMatchObject({ card_count: 1 });
    const text = await open(batch.id, body.password);
    expect([text.includes(card.card_no), text.replaceAll('-', '').includes(card.secret), text.includes(used.card_no)]).toEqual([true, true, false]);
    await expect(open(batch.id, 'wrong')).rejects.toThrow();
    const row = await app.ctx.db.selectFrom('card_packages').selectAll().where('batch_id', '=', batch.id).executeTakeFirstOrThrow();
    expect(row.content?.includes(card.secret)).toBe(false);
    expect(JSON.stringify({ ...row, content: null })).not.toContain(body.password);
    const log = await app.ctx.db.selectFrom('logs').select('reason').where('resource', '=', 'card-batches').where('action', '=', 'package').where('record_id', '=', String(batch.id)).execute();
    expect(log).toEqual([{ reason: '交给印刷厂' }]);
  });

  it('is fetched once without a login, and not after its time', async () => {
    const batch = await buildBatch(app.ctx);
    await buildCard(app.ctx, { batch_id: batch.id });
    const path = pathOf((await pack(batch.id)).body.url);
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.http('POST', path)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404]);
    const late = pathOf((await pack(batch.id)).body.url);
    await app.ctx.db.updateTable('card_packages').set({ expires_at: new Date(app.clock.now().getTime() - 1) }).where('batch_id', '=', batch.id).execute();
    expect((await app.http('POST', late)).status).toBe(404);
    await emptyPackages(app.ctx);
    expect(await app.ctx.db.selectFrom('card_packages').select('id').where('batch_id', '=', batch.id).where('content', 'is not', null).execute()).toEqual([]);
  });

  it('needs the permission to export secrets', async () => {
    const batch = await buildBatch(app.ctx);
    const reader = await app.person.adminWith(['admin.card-batches.list', 'admin.card-batches.show']);
    expect((await pack(batch.id, reader)).status).toBe(403);
  });
});
