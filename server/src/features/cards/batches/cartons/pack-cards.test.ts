import { request } from 'node:http';
import { Uint8ArrayReader, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';
import { buildBatch, buildCard } from '../../../../../test/factories.ts';
import { emptyPackages } from '../public.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const pack = (id: number, as = admin) =>
  app.http('POST', `/admin/card-batches/${id}/package`, { as, body: { reason: '交给印刷厂' } });
const pathOf = (url: string): string => `/open/card-packages/${url.split('/').at(-1) ?? ''}`;

async function open(id: number, password: string): Promise<string> {
  const { content } = await app.ctx.db
    .selectFrom('card_packages')
    .select('content')
    .where('batch_id', '=', id)
    .executeTakeFirstOrThrow();
  const [entry] = await new ZipReader(new Uint8ArrayReader(new Uint8Array(content ?? Buffer.alloc(0)))).getEntries();
  return (entry as FileEntry).getData(new TextWriter(), { password });
}

const rowOf = (id: number) =>
  app.ctx.db
    .selectFrom('card_packages')
    .select(['downloaded_at', 'fetch_request_id', 'attempt_count', sql<boolean>`content is null`.as('is_empty')])
    .where('batch_id', '=', id)
    .executeTakeFirstOrThrow();
/** The server records the end of a download after the response was sent. */
const settled = (id: number) => expect.poll(async () => (await rowOf(id)).downloaded_at).not.toBeNull();

/** A download over a real connection that is cut once the first bytes have arrived. */
async function cut(url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const download = request(url, { method: 'POST', agent: false }, (answer) =>
      answer.once('data', () => {
        download.destroy();
        resolve();
      }),
    );
    download.once('error', reject).end();
  });
}

describe('a download that breaks off', () => {
  it('does not consume the package; a complete one does', async () => {
    const batch = await buildBatch(app.ctx);
    await buildCard(app.ctx, { batch_id: batch.id });
    const path = pathOf((await pack(batch.id)).body.url);
    // More than the buffers of a connection hold, so that the server notices the cut.
    const size = 16 * 1024 * 1024;
    await app.ctx.db
      .updateTable('card_packages')
      .set({ content: Buffer.alloc(size, 7) })
      .where('batch_id', '=', batch.id)
      .execute();
    const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const url = `${origin}/api${path}`;
    await cut(url);
    await expect.poll(async () => (await rowOf(batch.id)).fetch_request_id).toBeNull();
    expect(await rowOf(batch.id)).toMatchObject({ downloaded_at: null, attempt_count: 1 });
    const whole = await fetch(url, { method: 'POST', headers: { connection: 'close' } });
    expect((await whole.arrayBuffer()).byteLength).toBe(size);
    await settled(batch.id);
    expect(await rowOf(batch.id)).toMatchObject({ is_empty: true, attempt_count: 2 });
  });

  it('a retry of the same attempt gets it again for ten minutes; nobody else does', async () => {
    const batch = await buildBatch(app.ctx);
    await buildCard(app.ctx, { batch_id: batch.id });
    const path = pathOf((await pack(batch.id)).body.url);
    const take = (key: string) => app.http('POST', path, { headers: { 'x-idempotency-key': key } });
    expect((await take('first-attempt')).status).toBe(200);
    await settled(batch.id);
    expect((await take('other-attempt')).body.code).toBe('card.package_busy');
    expect((await take('first-attempt')).status).toBe(200);
    app.clock.advance(10 * 60_000);
    await emptyPackages(app.ctx);
    expect((await take('first-attempt')).status).toBe(404);
    expect((await rowOf(batch.id)).is_empty).toBe(true);
  });

  it('after a server crash it can still be downloaded', async () => {
    const batch = await buildBatch(app.ctx);
    await buildCard(app.ctx, { batch_id: batch.id });
    const path = pathOf((await pack(batch.id)).body.url);
    await app.ctx.db
      .updateTable('card_packages')
      .set({ fetch_request_id: 'of-the-dead', fetching_at: app.clock.now() })
      .where('batch_id', '=', batch.id)
      .execute();
    expect((await app.http('POST', path)).body.code).toBe('card.package_busy');
    app.clock.advance(10 * 60_000);
    expect((await app.http('POST', path)).status).toBe(200);
  });
});

describe('the page of the link', () => {
  const look = async (path: string) => (await app.http('GET', path)).body.package;

  it('shows contents, size and expiry, and never consumes the package', async () => {
    const batch = await buildBatch(app.ctx);
    await buildCard(app.ctx, { batch_id: batch.id });
    const { url, expires_at } = (await pack(batch.id)).body;
    expect(new URL(url).pathname).toMatch(/^\/open\/card-packages\/[\w-]{20,}$/);
    const path = pathOf(url);
    const size = (
      await app.ctx.db
        .selectFrom('card_packages')
        .select('content')
        .where('batch_id', '=', batch.id)
        .executeTakeFirstOrThrow()
    ).content?.length;
    expect(await look(path)).toEqual({
      state: 'ready',
      batch_no: batch.batch_no,
      card_count: 1,
      byte_size: size,
      expires_at,
      downloaded_at: null,
    });
    // What messengers and proxies do with a link: none of it may count as the download.
    for (const address of [`/web-api${path}`, `/api${path}`, new URL(url).pathname]) {
      expect((await app.fastify.inject({ method: 'HEAD', url: address })).statusCode).toBeLessThan(500);
      expect(
        (
          await app.fastify.inject({
            method: 'GET',
            url: address,
            headers: { accept: 'text/html', 'user-agent': 'WhatsApp/2.23' },
          })
        ).statusCode,
      ).toBeLessThan(500);
      await app.fastify.inject({ method: 'OPTIONS', url: address });
    }
    expect(await rowOf(batch.id)).toMatchObject({ attempt_count: 0, downloaded_at: null, is_empty: false });
    expect((await app.http('POST', path)).status).toBe(200);
  });

  it('shows busy, used, expired and unknown packages', async () => {
    const [batch, other] = [await buildBatch(app.ctx), await buildBatch(app.ctx)];
    await Promise.all([batch, other].map(({ id }) => buildCard(app.ctx, { batch_id: id })));
    const path = pathOf((await pack(batch.id)).body.url);
    await app.ctx.db
      .updateTable('card_packages')
      .set({ fetch_request_id: 'somebody-else', fetching_at: app.clock.now() })
      .where('batch_id', '=', batch.id)
      .execute();
    expect((await look(path)).state).toBe('busy');
    app.clock.advance(10 * 60_000);
    expect((await look(path)).state).toBe('ready');
    expect((await app.http('POST', path)).status).toBe(200);
    await settled(batch.id);
    expect(await look(path)).toMatchObject({ state: 'used', byte_size: null, downloaded_at: expect.any(String) });
    const late = pathOf((await pack(other.id)).body.url);
    app.clock.advance(72 * 3_600_000);
    expect((await look(late)).state).toBe('over');
    await emptyPackages(app.ctx);
    expect([(await look(late)).state, (await look(path)).state, await look('/open/card-packages/never-was')]).toEqual([
      'over',
      'used',
      null,
    ]);
  });
});

describe('the package for a printer', () => {
  it('contains the redeemable cards, encrypted with a password stored nowhere, and is logged', async () => {
    const batch = await buildBatch(app.ctx);
    const [card, used] = [
      await buildCard(app.ctx, { batch_id: batch.id }),
      await buildCard(app.ctx, { batch_id: batch.id, state: cardState.activated }),
    ];
    const { body } = await pack(batch.id);
    expect(body).toMatchObject({ card_count: 1 });
    const text = await open(batch.id, body.password);
    expect([
      text.includes(card.card_no),
      text.replaceAll('-', '').includes(card.secret),
      text.includes(used.card_no),
    ]).toEqual([true, true, false]);
    await expect(open(batch.id, 'wrong')).rejects.toThrow();
    const row = await app.ctx.db
      .selectFrom('card_packages')
      .selectAll()
      .where('batch_id', '=', batch.id)
      .executeTakeFirstOrThrow();
    expect(row.content?.includes(card.secret)).toBe(false);
    expect(JSON.stringify({ ...row, content: null })).not.toContain(body.password);
    const log = await app.ctx.db
      .selectFrom('logs')
      .select('reason')
      .where('resource', '=', 'card-batches')
      .where('action', '=', 'package')
      .where('record_id', '=', String(batch.id))
      .execute();
    expect(log).toEqual([{ reason: '交给印刷厂' }]);
  });

  it('can be downloaded once without a login, and not after it expires', async () => {
    const batch = await buildBatch(app.ctx);
    await buildCard(app.ctx, { batch_id: batch.id });
    const path = pathOf((await pack(batch.id)).body.url);
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.http('POST', path)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    await settled(batch.id);
    expect((await app.http('POST', path)).status).toBe(404);
    const late = pathOf((await pack(batch.id)).body.url);
    await app.ctx.db
      .updateTable('card_packages')
      .set({ expires_at: new Date(app.clock.now().getTime() - 1) })
      .where('batch_id', '=', batch.id)
      .execute();
    expect((await app.http('POST', late)).status).toBe(404);
    await emptyPackages(app.ctx);
    expect(
      await app.ctx.db
        .selectFrom('card_packages')
        .select('id')
        .where('batch_id', '=', batch.id)
        .where('content', 'is not', null)
        .execute(),
    ).toEqual([]);
  });

  it('needs the permission to export secrets', async () => {
    const batch = await buildBatch(app.ctx);
    const reader = await app.person.adminWith(['admin.card-batches.list', 'admin.card-batches.show']);
    expect((await pack(batch.id, reader)).status).toBe(403);
  });
});
