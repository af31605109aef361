import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp({ config: { env: 'local' } });
  admin = await app.person.admin();
});
afterAll(() => app.close());

const product = { title: '口语年卡', type: 3, term_mode: 2, term_value: 12 };

/** What the contract lets pass, and a handler refuses in more than one field. */
const inputs: [path: string, body: Record<string, unknown>, fields: string[]][] = [
  ['apps', { platform: 'android', version_name: 'new', min_version: 'old' }, ['version_name', 'min_version', 'file']],
  [
    'columns',
    { title: '推荐', items: [{ title: '' }], start_at: '2026-12-02 00:00:00', end_at: '2026-12-01 00:00:00' },
    ['items', 'end_at'],
  ],
  [
    'courses',
    {
      title: '口语',
      list_price: 1,
      sale_price: 2,
      subject_id: 999_999,
      publish_at: '2026-12-02 00:00:00',
      unpublish_at: '2026-12-01 00:00:00',
    },
    ['sale_price', 'subject_id', 'unpublish_at'],
  ],
  [
    'products',
    { ...product, course_ids: [999_999], list_price: 1, sale_price: 2 },
    ['ai_seconds', 'course_ids', 'sale_price'],
  ],
  [
    'ai-peoples',
    { name: 'Ann', cefr_min: 'B2', cefr_max: 'A1', voices: { nobody: 'x' }, template_id: 999_999 },
    ['cefr_max', 'voices', 'template_id'],
  ],
  ['ai-budgets', { scope: 'purpose', soft: 0, hard: 0 }, ['purpose', 'hard']],
  [
    'agencies',
    {
      name: '杭州',
      code: 'HZ09',
      contact_name: '王',
      mobile_phone: '13900000001',
      username: 'agency_x',
      contract_start: '2026-12-02',
      contract_end: '2026-12-01',
      product_ids: [999_999],
    },
    ['contract_end', 'product_ids'],
  ],
  [
    'admins',
    { username: 'new_admin', name: '新', password: 'password1', role_ids: [999_999] },
    ['role_ids', 'password'],
  ],
  ['menus', { 'name_zh-CN': '', url: 'nowhere', parent_id: 1, params: [1] }, ['name_zh-CN', 'url', 'params']],
];

it.each(inputs)('a new row of %s is refused by all its faults at once', async (path, body, fields) => {
  const { status, body: answer } = await app.http('POST', `/admin/${path}`, { as: admin, body });
  expect([status, Object.keys(answer.errors ?? answer).toSorted()]).toEqual([expect.any(Number), fields.toSorted()]);
  expect(status).toBeGreaterThanOrEqual(409);
});

it('settings are refused by all their faults at once, known or not', async () => {
  const { body } = await app.http('PUT', '/admin/configs', {
    as: admin,
    body: { values: { nothing: 1, school_name: '' } },
  });
  expect(Object.keys(body.errors).toSorted()).toEqual(['nothing', 'school_name']);
});

it('a password that is not changed is refused by both its fields', async () => {
  const person = await app.person.member();
  const { body } = await app.http('PUT', '/home/personage/password', {
    as: person,
    body: { old_password: 'Wrong-2026', password: 'password1', password_confirmation: 'password1' },
  });
  expect(Object.keys(body.errors ?? body)).toEqual(['old_password', 'password']);
});
