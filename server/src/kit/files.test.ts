import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { defineResource } from '@kaike/shared/kit/resource';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';
import { AppError } from '../core/app-error.ts';
import type { AdminCall } from '../core/call.ts';
import type { Resource, Values } from './behaviour.ts';
import { addFileInfo, claimFiles, fileAddress } from './files.ts';

const definition = defineResource({
  name: 'handouts',
  table: 'handouts',
  area: 'admin',
  menu: { root: 'learning', icon: 'file', sort: 1 },
  only: ['list'],
  title: 'title',
  fields: {
    id: field.id(),
    title: field.text(),
    sheet: field.file({ nullable: true, accept: ['pdf', 'zip'], max_bytes: 2048 }),
    other: field.file({ nullable: true }),
  },
  list: { columns: ['title'], default_sort: '-id' },
});
const resource: Resource = { definition, behaviour: {}, related: () => resource };

let app: TestApp;
let admin: AdminPerson;
let call: AdminCall;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  call = { ctx: app.ctx } as unknown as AdminCall;
});
afterAll(() => app.close());

async function keep(key: string, size = 1000): Promise<string> {
  const ext = key.split('.').at(-1) ?? '';
  await app.ctx.db
    .insertInto('files')
    .values({ key, name: `讲义.${ext}`, ext, size, hash: 'x', created_by: admin.user_id, created_at: app.clock.now() })
    .execute();
  return fileAddress(key);
}

async function refusals(values: Values, before?: Values): Promise<unknown> {
  const change = before ? { values, before } : { values };
  return app.ctx.db
    .transaction()
    .execute((trx) => claimFiles({ trx, call }, definition.fields, change))
    .then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.details.failures : error),
    );
}

const usedKeys = async (): Promise<string[]> =>
  (await app.ctx.db.selectFrom('files').select('key').where('used_at', 'is not', null).orderBy('key').execute()).map(
    (row) => row.key,
  );

describe('claimFiles', () => {
  it('claims uploaded files that the field accepts', async () => {
    const [sheet, other] = [await keep('2026/01/a.pdf'), await keep('2026/01/b.docx')];
    expect(await refusals({ sheet, other })).toBeNull();
    expect(await usedKeys()).toEqual(['2026/01/a.pdf', '2026/01/b.docx']);
  });

  it('refuses unknown addresses, other types and larger files, each at its field, and claims none of them', async () => {
    const [docx, large] = [await keep('2026/01/c.docx'), await keep('2026/01/d.pdf', 2049)];
    expect(await refusals({ sheet: docx, other: '/uploads/public/2026/01/x.webp' })).toEqual({
      sheet: [{ rule: 'ext', params: ['pdf', 'zip'] }],
      other: [{ rule: 'unknown_file', params: [] }],
    });
    expect(await refusals({ sheet: large })).toEqual({ sheet: [{ rule: 'size', params: ['2'] }] });
    expect(await refusals({ sheet: fileAddress('2026/01/nobody.pdf') })).toEqual({
      sheet: [{ rule: 'unknown_file', params: [] }],
    });
    expect(await refusals({ sheet: 'https://example.com/a.pdf' })).toEqual({
      sheet: [{ rule: 'unknown_file', params: [] }],
    });
    expect((await usedKeys()).filter((key) => /[cd]\./.test(key))).toEqual([]);
  });

  it('ignores unchanged and removed files', async () => {
    expect(await refusals({ sheet: '/old/address.pdf', title: 'x' }, { sheet: '/old/address.pdf' })).toBeNull();
    expect(await refusals({ sheet: null }, { sheet: '/old/address.pdf' })).toBeNull();
  });
});

describe('addFileInfo', () => {
  it('returns names and sizes, and signs addresses', async () => {
    const rows = [
      { id: 1, sheet: await keep('2026/01/e.pdf'), other: null },
      { id: 2, sheet: '/old/address.pdf' },
    ];
    await addFileInfo(call, resource, rows);
    expect(rows).toMatchObject([
      { file_info: { sheet: { name: '讲义.pdf', ext: 'pdf', size: 1000 } } },
      { file_info: {} },
    ]);
    const { url } = (rows[0] as unknown as { file_info: { sheet: { url: string } } }).file_info.sheet;
    expect(app.ctx.adapters.storage.verifySignedUrl(url)).toEqual({
      ok: true,
      key: '2026/01/e.pdf',
      params: { name: '讲义.pdf' },
    });
  });
});
