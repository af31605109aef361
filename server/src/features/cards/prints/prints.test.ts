import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import jsqrModule from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printState } from '@kaike/shared/contracts/cards/card-prints';
import { approvalState } from '@kaike/shared/domain/cards/card-approval';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import { parseLayout } from '@kaike/shared/domain/cards/faces/card-layout-read';
import { cardFormats, resizeCard } from '@kaike/shared/domain/cards/faces/card-size';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildBatch, buildCard, buildTheme } from '../../../../test/factories.ts';
import { drawPrint } from './draw-print.ts';
import { boxOf, codesOf, openPdf, operatorsOf, textsOf } from './pdf/read-pdf.fixture.ts';
import { emptyPrints } from './send-file.ts';

// The package is CommonJS with an ES default inside.
const readCode = (jsqrModule as unknown as { default?: typeof jsqrModule }).default ?? jsqrModule;

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

async function buildCards(count: number, overrides: Parameters<typeof buildBatch>[1] = {}) {
  const theme = await buildTheme(app.ctx);
  const batch = await buildBatch(app.ctx, { theme_id: theme.id, made_count: count, ...overrides });
  const cards = [];
  for (let seq = 1; seq <= count; seq += 1)
    cards.push(await buildCard(app.ctx, { batch_id: batch.id, batch_seq: seq }));
  return { batch, cards };
}
const order = (batchId: number, body: object = {}, as = admin, headers: Record<string, string> = {}) =>
  app.http('POST', `/admin/card-batches/${batchId}/prints`, {
    as,
    headers,
    body: { kind: 'pdf', reason: '印制', ...body },
  });
const list = async (batchId: number, as = admin) =>
  (await app.http('GET', `/admin/card-batches/${batchId}/prints`, { as })).body;
const fetchFile = (id: number, part = 1, as = admin) =>
  app.http('GET', `/admin/card-prints/${id}/files/${part}`, { as });
async function draw(batchId: number, body: object = {}) {
  const created = await order(batchId, body);
  await app.runJobs();
  return { created, print: (await list(batchId)).data[0], file: await fetchFile(created.body.id) };
}

describe('a PDF of a batch', () => {
  it('has sheets of fronts and backs whose serials, secrets and codes are those of the cards', async () => {
    const { batch, cards } = await buildCards(11);
    const voided = await buildCard(app.ctx, { batch_id: batch.id, batch_seq: 12, state: cardState.voided });
    const { created, print, file } = await draw(batch.id);
    expect(created.body).toMatchObject({ state: printState.working, card_count: 11, file_count: 1 });
    expect(print).toMatchObject({
      state: printState.ready,
      done_count: 11,
      files: [{ part: 1, card_count: 11, page_count: 4 }],
    });
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${batch.batch_no}.pdf"; filename*=UTF-8''${batch.batch_no}.pdf`,
    });
    const pages = (await openPdf(file.raw)).getPages();
    expect(pages).toHaveLength(4);
    const texts = pages.map((page) => textsOf(page).join('\n'));
    expect(texts[0]).toContain(cards[0]?.card_no);
    expect(texts[2]).toContain(cards[10]?.card_no);
    expect(texts[1]).toContain(formatSecret(cards[0]?.secret ?? ''));
    expect(texts.join('')).not.toContain(voided.card_no);
    expect(texts[0]).toContain(`批次 ${batch.batch_no}`);
    expect(texts[0]).toContain('正面 · 第 1 / 2 张');
    const links = pages.flatMap(codesOf).map(({ data, width }) => readCode(data, width, width)?.data);
    expect(links).toEqual(
      cards.map((card) => expect.stringMatching(new RegExp(`/home/cards/use-card\\?code=${card.secret}$`))),
    );
  });

  it('has media, bleed and trim boxes, and marks at every cut', async () => {
    const { batch } = await buildCards(2);
    const { file } = await draw(batch.id, { format: 'sra3', is_duplex: false });
    const [page, ...others] = (await openPdf(file.raw)).getPages();
    expect(others).toHaveLength(0);
    if (!page) throw new Error('no page');
    // Three columns and seven rows of 85.6 × 54 with 3 mm around each.
    expect(boxOf(page, 'MediaBox')).toEqual([0, 0, 320, 450]);
    expect(boxOf(page, 'BleedBox')).toEqual([22.6, 15, 297.4, 435]);
    expect(boxOf(page, 'TrimBox')).toEqual([25.6, 18, 294.4, 432]);
    const marks = /0 0 0 1 SCN\n([^S]+)\nS/.exec(operatorsOf(page))?.[1]?.match(/ l\b/g) ?? [];
    expect(marks).toHaveLength(4 * (3 + 7));
  });

  it('resumes after the last saved part, and draws nothing twice', async () => {
    const { batch } = await buildCards(3);
    const { body } = await order(batch.id);
    await Promise.all([drawPrint(app.ctx, body.id), drawPrint(app.ctx, body.id)]);
    await drawPrint(app.ctx, body.id);
    expect((await list(batch.id)).data[0]).toMatchObject({
      state: printState.ready,
      done_count: 3,
      file_count: 1,
      files: [{ part: 1, card_count: 3 }],
    });
  });

  it('is refused for a sheet that is too small and a batch with nothing to print', async () => {
    const { batch } = await buildCards(1);
    expect((await order(batch.id, { format: 'custom', width: 90, height: 80 })).body.code).toBe('card_print.too_small');
    expect((await order(batch.id, { format: 'custom', width: 20, height: 80 })).status).toBe(422);
    expect((await order(batch.id, { reason: '' })).status).toBe(422);
    expect((await order((await buildBatch(app.ctx)).id)).body.code).toBe('card_print.nothing');
  });
});

describe('access', () => {
  it('needs the permission, a batch in scope and a reason, which is logged with the count', async () => {
    const { batch } = await buildCards(2);
    const reader = await app.person.adminWith(['admin.card-batches.list', 'admin.card-batches.show']);
    expect((await order(batch.id, {}, reader)).status).toBe(403);
    const agency = await buildAgency(app.ctx);
    const outside = await app.person.adminWith(['admin.card-batches.export-secrets'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await order(batch.id, {}, outside)).status).toBe(404);
    const { created } = await draw(batch.id, { reason: '开学印制' });
    const log = await app.ctx.db
      .selectFrom('logs')
      .selectAll()
      .where('action', '=', 'print')
      .where('record_id', '=', String(batch.id))
      .execute();
    expect(log.map(({ reason, after }) => ({ reason, after }))).toEqual([{ reason: '开学印制', after: { cards: 2 } }]);
    expect(
      await app.ctx.db
        .selectFrom('down_logs')
        .select(['with_secrets', 'row_count'])
        .where('reason', '=', '开学印制')
        .execute(),
    ).toEqual([{ with_secrets: true, row_count: 2 }]);
    const other = await app.person.adminWith(['admin.card-batches.export-secrets']);
    expect((await fetchFile(created.body.id, 1, other)).status).toBe(404);
    expect((await list(batch.id, other)).data).toEqual([]);
  });

  it('needs an approval above the limit and consumes it; a retry of an order is the same order', async () => {
    await app.setting('card_approval_over', 2);
    const { batch } = await buildCards(3);
    expect((await order(batch.id)).body.code).toBe('card.approval_needed');
    const now = app.ctx.clock();
    const other = await app.person.adminWith(['admin.card-approvals.approve']);
    const approval = await app.ctx.db
      .insertInto('card_approvals')
      .values({
        action: 'print',
        batch_id: batch.id,
        card_count: 3,
        reason: '印',
        state: approvalState.approved,
        requested_by: admin.user_id,
        decided_by: other.user_id,
        decided_at: now,
        expires_at: new Date(now.getTime() + 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const headers = { 'x-idempotency-key': 'print-once-0001' };
    const [first, second] = [await order(batch.id, {}, admin, headers), await order(batch.id, {}, admin, headers)];
    expect(first.status).toBe(200);
    expect(second.body.id).toBe(first.body.id);
    expect(
      (
        await app.ctx.db
          .selectFrom('card_approvals')
          .select('state')
          .where('id', '=', approval.id)
          .executeTakeFirstOrThrow()
      ).state,
    ).toBe(approvalState.done);
    await app.setting('card_approval_over', 0);
  });

  it('stores files encrypted and deletes them after a day', async () => {
    const { batch, cards } = await buildCards(1);
    const { created, file } = await draw(batch.id);
    const stored = await app.ctx.db
      .selectFrom('card_print_files')
      .select('content')
      .where('print_id', '=', created.body.id)
      .executeTakeFirstOrThrow();
    expect(stored.content.subarray(0, 5).toString()).not.toBe('%PDF-');
    expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect(cards).toHaveLength(1);
    await app.ctx.db
      .updateTable('card_prints')
      .set({ expires_at: new Date(app.ctx.clock().getTime() - 1) })
      .where('id', '=', created.body.id)
      .execute();
    expect((await fetchFile(created.body.id)).body.code).toBe('card_print.gone');
    await emptyPrints(app.ctx as never);
    expect(
      await app.ctx.db.selectFrom('card_print_files').select('id').where('print_id', '=', created.body.id).execute(),
    ).toEqual([]);
  });
});

describe('a theme of another size', () => {
  /** What the designer saves once the size is selected. */
  async function buildSized(size: { width: number; height: number }, count: number) {
    const created = await app.http('POST', '/admin/card-themes', {
      as: admin,
      body: { name: `尺寸 ${size.width}`, locale: 'zh-CN' },
    });
    const { body } = await app.http('GET', `/admin/card-themes/${created.body.id}/design`, { as: admin });
    const layout = parseLayout(body.layout);
    if (!layout) throw new Error('no layout');
    const save = (to: typeof size) =>
      app.http('PUT', `/admin/card-themes/${created.body.id}`, {
        as: admin,
        body: { positions: resizeCard(layout, to) },
      });
    expect((await save(size)).status).toBe(200);
    return { ...(await buildCards(count, { theme_id: created.body.id })), save };
  }

  it('is printed at that size: sheet, trim, bleed, marks and text', async () => {
    const { batch, cards } = await buildSized(cardFormats.business, 2);
    const { file } = await draw(batch.id, { format: 'sra3' });
    const [page] = (await openPdf(file.raw)).getPages();
    if (!page) throw new Error('no page');
    // Three columns of 90 mm and seven rows of 54, with 3 mm around each.
    expect(boxOf(page, 'BleedBox')).toEqual([16, 15, 304, 435]);
    expect(boxOf(page, 'TrimBox')).toEqual([19, 18, 301, 432]);
    expect(operatorsOf(page)).toContain('-3 -3 96 60 re\nW n');
    expect(textsOf(page).join('\n')).toContain(cards[1]?.card_no);
  });

  it('is a print-resolution picture at that size, in portrait or landscape', async () => {
    const {
      cards: [wide],
    } = await buildSized(cardFormats.business, 1);
    const {
      cards: [tall],
    } = await buildSized({ width: 54, height: 85.6 }, 1);
    const responses = await Promise.all(
      [wide, tall].map(async (card) =>
        sharp((await app.http('GET', `/admin/cards/${card?.id}/picture?side=front`, { as: admin })).raw).metadata(),
      ),
    );
    expect(responses.map(({ width, height }) => [width, height])).toEqual([
      [1063, 638],
      [638, 1011],
    ]);
  });

  it('is refused for a sheet it does not fit, also when enlarged after the order', async () => {
    const { batch, save } = await buildSized({ width: 60, height: 40 }, 1);
    const sheet = { format: 'custom', width: 90, height: 80 };
    const created = await order(batch.id, sheet);
    expect(created.status).toBe(200);
    await save({ width: 148, height: 105 });
    await app.runJobs();
    expect((await list(batch.id)).data[0]).toMatchObject({ state: printState.failed, files: [] });
    expect((await order(batch.id, sheet)).body.code).toBe('card_print.too_small');
  });
});

describe('pictures', () => {
  const decode = async (png: Buffer): Promise<string | undefined> => {
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return readCode(new Uint8ClampedArray(data), info.width, info.height)?.data;
  };

  it('of a batch come as an archive, front and back of each card', async () => {
    const { batch, cards } = await buildCards(2);
    const { file } = await draw(batch.id, { kind: 'png' });
    expect(file.headers['content-type']).toBe('application/zip');
    const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(file.raw))).getEntries();
    expect(entries.map((entry) => entry.filename)).toEqual(
      cards.flatMap(({ card_no: no }) => [`${no}-front.png`, `${no}-back.png`]),
    );
  });

  it('of one card show its secret only to users who may see it and give a reason', async () => {
    const {
      cards: [card],
    } = await buildCards(1);
    const plain = await app.http('GET', `/admin/cards/${card?.id}/picture?side=back`, { as: admin });
    expect(plain.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(await sharp(plain.raw).metadata()).toMatchObject({ format: 'png', width: 1011, height: 638 });
    expect(await decode(plain.raw)).toBeUndefined();
    const reveal = (as: AdminPerson, body: object) =>
      app.http('POST', `/admin/cards/${card?.id}/picture`, { as, body: { side: 'back', ...body } });
    expect(
      (await reveal(await app.person.adminWith(['admin.cards.show', 'admin.cards.list']), { reason: '补发' })).status,
    ).toBe(403);
    expect((await reveal(admin, {})).status).toBe(422);
    const response = await reveal(admin, { reason: '补发' });
    expect(await decode(response.raw)).toContain(`code=${card?.secret}`);
    expect(
      await app.ctx.db
        .selectFrom('logs')
        .select('reason')
        .where('action', '=', 'reveal')
        .where('record_id', '=', String(card?.id))
        .execute(),
    ).toEqual([{ reason: '补发' }]);
  });

  it('of a card in the wallet is for its owner only, without the secret', async () => {
    const owner = await app.person.member();
    const {
      cards: [card],
    } = await buildCards(1);
    await app.ctx.db
      .updateTable('cards')
      .set({ owner_member_id: owner.member_id, state: cardState.claimed })
      .where('id', '=', card?.id ?? 0)
      .execute();
    const mine = await app.http('GET', `/home/cards/${card?.id}/picture`, { as: owner });
    expect(mine.headers['content-type']).toBe('image/png');
    expect(await decode(mine.raw)).toBeUndefined();
    expect((await app.http('GET', `/home/cards/${card?.id}/picture`, { as: await app.person.member() })).status).toBe(
      404,
    );
  });

  it('of a gifted card is for whoever may accept it while the link works, and uses its theme', async () => {
    const [owner, friend] = [await app.person.member(), await app.person.member()];
    const {
      cards: [card],
    } = await buildCards(1);
    await app.ctx.db
      .updateTable('cards')
      .set({ owner_member_id: owner.member_id, state: cardState.claimed, claimed_at: app.ctx.clock() })
      .where('id', '=', card?.id ?? 0)
      .execute();
    const { body } = await app.http('POST', `/home/cards/${card?.id}/gift`, { as: owner });
    const token = new URL(body.url).searchParams.get('gift') ?? '';
    const look = (as: typeof friend, giftToken = token) =>
      app.http('POST', '/home/card-gifts/picture', { as, body: { token: giftToken } });
    const response = await look(friend);
    expect(response.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-store' });
    expect(response.raw.equals((await app.http('GET', `/home/cards/${card?.id}/picture`, { as: owner })).raw)).toBe(
      true,
    );
    expect(await decode(response.raw)).toBeUndefined();
    expect([(await look(owner)).body.code, (await look(friend, 'none')).body.code]).toEqual([
      'card.gift_own',
      'card.gift_gone',
    ]);
    await app.http('DELETE', `/home/cards/${card?.id}/gift`, { as: owner });
    expect((await look(friend)).body.code).toBe('card.gift_gone');
  });
});
