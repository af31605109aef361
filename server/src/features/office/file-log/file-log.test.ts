import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency } from '../../../../test/factories.ts';
import { logFolder } from '../../../logs/log-file.ts';
import { maskLine } from './mask-line.ts';
import { scanBackwards } from './scan-backwards.ts';

let app: TestApp;
let admin: AdminPerson;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  folder = logFolder(app.ctx.config.data_dir);
  mkdirSync(folder, { recursive: true });
});
afterAll(() => app.close());

const get = (path: string, query: Record<string, string> = {}, as = admin) =>
  app.http('GET', `/admin/file-log${path}`, { as, query });
const line = (number: number, rest: object = {}) =>
  JSON.stringify({ level: 30, time: '2026-03-01T00:00:00.000Z', pid: 1, msg: `line ${number}`, ...rest });
const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, name), lines.map((one) => `${one}\n`).join(''));

describe('admin/file-log', () => {
  it('lists log files only', async () => {
    write('kaike-2026-02-01.log', ['a']);
    write('kaike-2026-02-02.log', ['b', 'c']);
    writeFileSync(join(folder, 'secret'), 'x');
    symlinkSync('/etc/hosts', join(folder, 'kaike-2026-02-03.log'));
    expect((await get('')).body.data).toMatchObject([
      { name: 'kaike-2026-02-02.log', size: 4, updated_at: expect.any(String) },
      { name: 'kaike-2026-02-01.log' },
    ]);
  });

  it.each([
    '../secret',
    'secret',
    '/etc/hosts',
    'kaike-2026-02-03.log',
    'kaike-2026-02-01.log/../secret',
    '..%2fsecret',
    'kaike-2026-01-01.log',
  ])('opens no %s', async (name) => {
    for (const path of ['/preview', '/download']) {
      const answer = await get(path, { name });
      expect([answer.status, answer.body.code]).toEqual([404, 'file_log.not_found']);
    }
  });

  it('previews the end and pages backwards', async () => {
    write(
      'kaike-2026-03-01.log',
      Array.from({ length: 450 }, (_, index) =>
        line(index + 1, index === 449 ? { level: 50, err: { message: 'broken' } } : {}),
      ),
    );
    const seen: string[] = [];
    let before: number | null = null;
    do {
      const { body } = await get('/preview', {
        name: 'kaike-2026-03-01.log',
        ...(before === null ? {} : { before: String(before) }),
      });
      seen.push(...body.lines.map((one: { message: string }) => one.message));
      before = body.next_before;
    } while (before !== null);
    expect(seen).toEqual(Array.from({ length: 450 }, (_, index) => `line ${450 - index}`));
    const { body } = await get('/preview', { name: 'kaike-2026-03-01.log', level: 'error' });
    expect(body.lines).toMatchObject([
      { level: 'error', time: '2026-03-01T00:00:00.000Z', details: expect.stringContaining('broken') },
    ]);
  });

  it('finds text, but no secret', async () => {
    write('kaike-2026-03-02.log', [
      line(1),
      line(2, { url: 'postgres://kaike:hunter2@127.0.0.1/kaike' }),
      line(3, { note: 'call 13812345678' }),
      'plain text',
    ]);
    const find = async (search: string) => (await get('/preview', { name: 'kaike-2026-03-02.log', search })).body.lines;
    expect((await find('LINE 1')).map((one: { message: string }) => one.message)).toEqual(['line 1']);
    expect(await find('hunter2')).toEqual([]);
    expect(await find('138****5678')).toHaveLength(1);
    expect(await find('plain')).toMatchObject([{ level: '', message: 'plain text', time: null }]);
  });

  it('masks secrets in downloads and records them in the download log', async () => {
    write('kaike-2026-03-03.log', [line(1, { url: 'postgres://kaike:hunter2@127.0.0.1/kaike' }), line(2)]);
    const answer = await get('/download', { name: 'kaike-2026-03-03.log' });
    expect(answer.text.split('\n')).toEqual([line(1, { url: 'postgres://kaike:******@127.0.0.1/kaike' }), line(2), '']);
    expect(
      await app.ctx.db.selectFrom('down_logs').select('resource').orderBy('id', 'desc').executeTakeFirst(),
    ).toEqual({ resource: 'file-log' });
    const reader = await app.person.adminWith(['admin.file-log.list']);
    expect((await get('/preview', { name: 'kaike-2026-03-03.log' }, reader)).status).toBe(200);
    expect((await get('/download', { name: 'kaike-2026-03-03.log' }, reader)).status).toBe(403);
  });

  it('is nothing for agencies', async () => {
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.file-log.list'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await get('', {}, agent)).status).toBe(403);
  });
});

describe('admin/file-log/uploads', () => {
  const add = async (name: string, count = 1): Promise<void> => {
    const ext = name.split('.').at(-1) ?? '';
    const rows = Array.from({ length: count }, (_, index) => ({
      key: `2026/01/${name.length}${index}${ext}.${ext}`,
      name,
      ext,
      size: 10,
      hash: '',
      created_by: admin.user_id,
      created_at: app.clock.now(),
    }));
    await app.ctx.db.insertInto('files').values(rows).execute();
  };
  const names = (body: { data: { name: string }[] }): string[] => body.data.map((file) => file.name);

  it('lists pages latest first, filtered by part of the name and by type', async () => {
    await add('第一讲 100%.pdf');
    await add('成绩.xlsx', 60);
    const first = (await get('/uploads')).body;
    expect([first.data.length, first.exts, names(first)[0]]).toEqual([50, ['pdf', 'xlsx'], '成绩.xlsx']);
    const second = (await get('/uploads', { before: String(first.next_before) })).body;
    expect([second.data.length, second.next_before, names(second).at(-1)]).toEqual([11, null, '第一讲 100%.pdf']);
    expect(names((await get('/uploads', { search: '讲 100%' })).body)).toEqual(['第一讲 100%.pdf']);
    expect(names((await get('/uploads', { search: '讲_100' })).body)).toEqual([]);
    expect(names((await get('/uploads', { ext: 'pdf' })).body)).toEqual(['第一讲 100%.pdf']);
  });

  it('shows a PDF in a frame of our own pages alone; downloading is another permission, and agencies see nothing', async () => {
    const { key } = await app.ctx.adapters.storage.store('pdf', Buffer.from('%PDF-1.4 a whole file'));
    await app.ctx.db
      .insertInto('files')
      .values({
        key,
        name: '讲义.pdf',
        ext: 'pdf',
        size: 21,
        hash: '',
        created_by: admin.user_id,
        created_at: app.clock.now(),
      })
      .execute();
    const [file] = (await get('/uploads')).body.data;
    const preview = await app.http('GET', file.preview_url, { base: '' });
    expect(preview.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; /),
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*form-action 'none'; .*frame-ancestors 'self'$/,
      ),
    });
    expect((await app.http('GET', file.url, { base: '' })).headers['content-disposition']).toMatch(/^attachment; /);
    const reader = await app.person.adminWith(['admin.file-log.list']);
    expect((await get('/uploads', {}, reader)).body.data[0].url).toBeNull();
    const agency = await buildAgency(app.ctx);
    expect(
      (
        await get(
          '/uploads',
          {},
          await app.person.adminWith(['admin.file-log.list'], { data_scope: 'own_agency', agency_id: agency.id }),
        )
      ).status,
    ).toBe(403);
  });
});

describe('readBackwards', () => {
  it('reads lines longer than a chunk, empty ones, and a last one without an end', async () => {
    const long = '汉'.repeat(70_000);
    writeFileSync(join(folder, 'long'), `first\n\n${long}\nlast`);
    const file = await open(join(folder, 'long'), 'r');
    const read = await scanBackwards(file, { before: (await file.stat()).size, limit: 10, keep: () => true });
    await file.close();
    expect(read).toEqual({
      lines: [
        { offset: 210_008, text: 'last' },
        { offset: 7, text: long },
        { offset: 0, text: 'first' },
      ],
      next_before: null,
    });
  });
});

it.each([
  ['{"password":"a\\"b","n":1}', '{"password":"******","n":1}'],
  ['{"access_token": "x"}', '{"access_token": "******"}'],
  ['GET /x?token=abc&page=2', 'GET /x?token=******&page=2'],
  ['Authorization: Bearer abcdefghijk', 'Authorization: Bearer ******'],
  ['mail wang.li@example.com', 'mail w***@example.com'],
  ['id 110101199003074514', 'id 110101********4514'],
  ['13812345678', '138****5678'],
  ['2026-03-01T00:00:00.000Z 1700000000000', '2026-03-01T00:00:00.000Z 1700000000000'],
])('maskLine %s', (text, masked) => {
  expect(maskLine(text)).toBe(masked);
});
