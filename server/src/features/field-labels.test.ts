import { afterAll, beforeAll, expect, it } from 'vitest';
import { locales } from '@kaike/shared/locales/languages';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { features } from './index.ts';
import { resourceRoutes } from '../kit/resource-routes.ts';
import { fieldLabel } from '../core/error-answer.ts';
import { translatorOf } from '../core/wording.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What programs send, and no form shows. */
const protocol = new Set([
  'pass',
  'before',
  'ext',
  'accept',
  'max_bytes',
  'repair',
  'alias',
  'statement',
  'texts',
  'input',
  'matching',
  'max_id',
  'marker',
  'of_run',
  'remember',
  'back_url',
  'is_wechat',
  'auth_code',
  'state',
  'error',
  'key',
  'flip',
  'is_duplex',
  'token',
  'shown',
  'take_over',
  'permission_ids',
  'intervals',
  'late',
  'history',
  'seed',
  'force',
  'recipient',
  'is_agreed',
  'after_seq',
  'heard_chars',
  'is_slow',
  'at',
  'due',
  'ms',
  'read_sec',
  'is_at_end',
  'client_key',
  'versions',
  'positions',
  'n',
  'is_better',
  'revision',
  'query',
  'default_view_id',
  'cascade_cancel',
  'chapters',
  'scanned_at',
  'before_id',
  'group',
  'device',
  'answer',
  'answers',
  'draft',
  'hash',
  'may_replace',
  'command',
  'parameters',
  'settings',
  'on',
  'source',
  'with_data',
  'new_account',
  'only',
  'day',
]);

it('a common name is called what it means at the route', async () => {
  const t = translatorOf('zh-CN');
  const labels = [
    ['code', 'cards', 'use-card'],
    ['code', 'card-cartons', 'receive'],
    ['code', 'personage', 'second-factor'],
    ['title', 'courses', 'lessons'],
    ['text', 'ai-messages', 'read-text'],
    ['message_id', 'ai-messages', 'translate'],
  ].map(([key = '', resource, route]) => fieldLabel(t, key, resource, route));
  expect(labels).toEqual(['卡密', '箱码', '动态验证码', '课时名称', '内容', '消息']);
  const as = await app.person.member();
  const { body } = await app.http('POST', '/home/cards/use-card', { as, body: {}, headers: { language: 'zh-CN' } });
  expect(body.errors.code).toEqual(['请填写卡密']);
});

it.each(locales)('every field that people fill in has a name in %s', (locale) => {
  const t = translatorOf(locale);
  const nameless = [...features.flatMap((feature) => feature.routes), ...resourceRoutes(app.ctx.resources)].flatMap(
    ({ contract }) =>
      [contract.body, contract.query].flatMap((fields) =>
        Object.keys(fields).filter(
          (key) => !protocol.has(key) && fieldLabel(t, key, contract.path.split('/')[2]) === key,
        ),
      ),
  );
  expect([...new Set(nameless)]).toEqual([]);
});

/** What only the operation log tells, beyond the fields of a resource. */
const logged: readonly (readonly [string, readonly string[]])[] = [
  ['agencies', ['to', 'amount']],
  ['ai-prompt-templates', ['key', 'locale', 'template_version', 'status']],
  ['card-batches', ['approval', 'cards', 'cartons', 'size']],
  ['card-cartons', ['cards', 'state', 'scanned_at']],
  ['cards', ['risk']],
  ['members', ['risk', 'undone', 'kept', 'real_name']],
  [
    'courses',
    ['attachments', 'chapter_title', 'lesson_titles', 'lesson_title', 'file', 'order', 'subtitles', 'undone', 'kept'],
  ],
  ['media', ['title', 'size']],
  ['menus', ['moved', 'names', 'icons', 'url', 'status']],
  ['messages', ['title', 'audience', 'send_at']],
  ['personage', ['ended']],
  ['roles', ['granted', 'taken', 'affected_roles']],
];

it.each(locales)('every value that the operation log tells has a name in %s', (locale) => {
  const t = translatorOf(locale);
  expect(
    logged.flatMap(([resource, keys]) =>
      keys.filter((key) => fieldLabel(t, key, resource) === key).map((key) => `${resource}.${key}`),
    ),
  ).toEqual([]);
});

it('refusals name the field as people know it', async () => {
  const [admin, member] = [await app.person.admin(), await app.person.member()];
  const messageOf = async (method: string, path: string, as: typeof admin | typeof member) =>
    JSON.stringify((await app.http(method, path, { as, body: {}, headers: { language: 'zh-CN' } })).body.errors);
  expect(await messageOf('POST', '/home/real-name', member)).toContain('身份证号');
  expect(await messageOf('PUT', '/home/pay-orders/1', member)).toContain('操作');
  expect(await messageOf('PUT', '/admin/configs', admin)).toContain('设置内容');
  expect(await messageOf('GET', '/admin/card-counts', admin)).toContain('开始日期');
});
