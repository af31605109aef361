import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../../../test/documents.ts';
import { startTestApp, type AdminPerson, type Reply, type TestApp } from '../../../../test/app.ts';
import { cleanFiles } from './clean-files.ts';
import { localPath } from '../../../../test/local-path.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

type UploadOptions = {
  as?: Parameters<TestApp['http']>[2] extends infer R ? (R extends { as?: infer P } ? P : never) : never;
  accept?: string;
  max_bytes?: number;
};

function upload(name: string, bytes: Buffer, { as = admin, ...limits }: UploadOptions = {}): Promise<Reply> {
  const boundary = 'kaike-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return app.http('POST', '/admin/files', {
    as,
    body,
    query: { name, ...limits },
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

const open = (url: string): Promise<Reply> => app.http('GET', url, { base: '' });
const isThere = (address: string): Promise<boolean> =>
  access(localPath(app.ctx, address.slice('/uploads/files/'.length))).then(
    () => true,
    () => false,
  );

describe('POST admin/files', () => {
  it.each([
    ['第一讲 讲义（修订）.pdf', documents.pdf, 'application/pdf'],
    ['教案.docx', documents.docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['成绩.XLSX', documents.xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['课件.pptx', documents.pptx, 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['电子书.epub', documents.epub, 'application/epub+zip'],
    ['素材.zip', documents.zip, 'application/zip'],
    ['旧教案.doc', documents.doc, 'application/msword'],
    ['旧成绩.xls', documents.xls, 'application/vnd.ms-excel'],
    ['旧课件.ppt', documents.ppt, 'application/vnd.ms-powerpoint'],
    ['说明.txt', documents.gbk, 'text/plain'],
    ['笔记.md', documents.md, 'text/markdown'],
  ])('keeps %s and downloads it under its own name', async (name, bytes, type) => {
    const { body, status } = await upload(name, bytes);
    expect([status, body]).toMatchObject([
      200,
      {
        name,
        size: bytes.length,
        address: expect.stringMatching(/^\/uploads\/files\/\d{4}\/\d{2}\/[0-9a-f]{30}\.[a-z]+$/),
      },
    ]);
    const response = await open(body.url);
    expect(response.raw.equals(bytes)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const named = String(response.headers['content-disposition']);
    expect(named).toMatch(/^attachment; filename="[\w.() -]+"; filename\*=UTF-8''/);
    expect(decodeURIComponent(named.split("UTF-8''")[1] ?? '')).toBe(name);
  });

  it.each([
    ['程序.pdf', documents.exe, 'upload.content'],
    ['网页.txt', documents.html, 'upload.content'],
    ['网页.pdf', documents.html, 'upload.content'],
    ['图.md', documents.svg, 'upload.content'],
    ['半个.zip', documents.zip.subarray(0, -30), 'upload.content'],
    ['表格.docx', documents.xlsx, 'upload.content'],
    ['宏.docx', documents.docm, 'upload.content'],
    ['空.pdf', Buffer.alloc(0), 'upload.content'],
    ['网页.html', documents.html, 'upload.type'],
    ['图.svg', documents.svg, 'upload.type'],
    ['程序.exe', documents.exe, 'upload.type'],
    ['讲义.pdf.exe', documents.pdf, 'upload.type'],
    ['旧.doc', documents.docx, 'upload.content'],
    ['旧.doc', documents.docWithMacros, 'upload.content'],
    ['旧.doc', documents.locked, 'upload.content'],
    ['没有扩展名', documents.pdf, 'upload.type'],
  ] as const)('refuses %s', async (name, bytes, code) => {
    const before = await app.ctx.db.selectFrom('files').select('id').execute();
    expect((await upload(name, Buffer.from(bytes))).body.code).toBe(code);
    expect(await app.ctx.db.selectFrom('files').select('id').execute()).toHaveLength(before.length);
  });

  it("keeps to the limits of the form's field, to the byte", async () => {
    const size = documents.pdf.length;
    expect((await upload('a.pdf', documents.pdf, { max_bytes: size })).status).toBe(200);
    const large = await upload('a.pdf', documents.pdf, { max_bytes: size - 1 });
    expect([large.status, large.body.code]).toEqual([413, 'upload.too_large']);
    expect((await upload('a.pdf', documents.pdf, { accept: 'docx,zip' })).body.code).toBe('upload.type');
    expect((await upload('a.docx', documents.docx, { accept: 'docx,zip' })).status).toBe(200);
  });

  it('keeps no path nor what hides an extension in the name', async () => {
    expect((await upload('C:\\fakepath\\..\\讲\u202e义"<b>.pdf', documents.pdf)).body.name).toBe('讲义b.pdf');
  });

  it('accepts an installer only from who may publish one, and stores its checksum', async () => {
    const teacher = await app.person.adminWith(['admin.courses.list', 'admin.courses.update']);
    expect((await upload('a.apk', documents.apk, { as: teacher, accept: 'apk' })).body.code).toBe('upload.type');
    expect((await upload('a.exe', documents.program, { as: teacher, accept: 'exe' })).body.code).toBe('upload.type');
    const publisher = await app.person.adminWith(['admin.apps.list', 'admin.apps.create']);
    const { body } = await upload('a.apk', documents.apk, { as: publisher, accept: 'apk' });
    const file = await app.ctx.db
      .selectFrom('files')
      .select(['sha256', 'size'])
      .where('key', '=', String(body.address).slice('/uploads/files/'.length))
      .executeTakeFirst();
    expect(file).toEqual({
      sha256: createHash('sha256').update(documents.apk).digest('hex'),
      size: documents.apk.length,
    });
    expect((await open(body.url)).headers).toMatchObject({
      'content-disposition': expect.stringContaining('attachment'),
      'content-type': 'application/vnd.android.package-archive',
    });
    expect((await upload('a.apk', documents.zip, { as: publisher, accept: 'apk' })).body.code).toBe('upload.content');
    expect((await upload('a.apk', documents.apk, { as: publisher })).body.code).toBe('upload.type');
  });

  it('is for administrators', async () => {
    expect((await upload('a.pdf', documents.pdf, { as: await app.person.member() })).status).toBe(403);
    expect((await upload('a.pdf', documents.pdf, { as: await app.person.visitor() })).status).toBe(401);
  });

  it('signs addresses: changed, unsigned or expired ones open nothing', async () => {
    const { body } = await upload('讲义.pdf', documents.pdf);
    expect((await open(body.address)).status).toBe(404);
    expect((await open(String(body.url).replace('name=', 'name=x'))).status).toBe(403);
    expect((await open(`${body.url}&inline=1`)).status).toBe(403);
    app.clock.advance(3_601_000);
    expect((await open(body.url)).status).toBe(403);
  });
});

describe('clean-files', () => {
  it('removes after a week what no record took', async () => {
    const [unused, used] = [(await upload('a.pdf', documents.pdf)).body, (await upload('b.pdf', documents.pdf)).body];
    await app.ctx.db
      .updateTable('files')
      .set({ used_at: app.clock.now() })
      .where('key', '=', String(used.address).slice('/uploads/files/'.length))
      .execute();
    app.clock.advance(6 * 86_400_000);
    await cleanFiles.run(app.ctx, {});
    expect(await isThere(unused.address)).toBe(true);
    app.clock.advance(2 * 86_400_000);
    await cleanFiles.run(app.ctx, {});
    expect([await isThere(unused.address), await isThere(used.address)]).toEqual([false, true]);
    expect(await app.ctx.db.selectFrom('files').select('name').where('used_at', 'is', null).execute()).toEqual([]);
  });
});
