import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMovedPage, movedPages } from '@kaike/shared/pages/moved-pages';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createKnownPages } from './known-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

const below = (area: string, names: string): string[] => names.split(' ').map((name) => `/${area}/${name}`);

/** The pages of the specification, section 2; what only answers data is not among them. */
const specified = [
  ...below(
    'open',
    'index login logout register password agreement apps messages subjects teachers columns search-terms',
  ),
  ...below('open', 'other-login/qq other-login-callback/qq ai-peoples ai-prompt-templates'),
  ...below('open', 'ai_chats ai_messages ai_prompt_templates'),
  ...below('home', 'index personage personage/index personage/password update-mobile-phone init-face-auth face-match'),
  ...below('home', 'cards cards/use-card cards/learning-records learning-records ai-chats ai_chats ai-messages'),
  ...below('home', 'pay-orders pay-order/sync-notify/alipay'),
  ...below('admin', 'index members member-counts card-counts learning-records agencies cards cards/batch'),
  ...below(
    'admin',
    'cards/batch-create card-themes card-num-logs columns subjects courses teachers products admins roles',
  ),
  ...below(
    'admin',
    'logs configs messages users ousers ai-prompt-templates ai-peoples ai-chats ai-messages menus areas',
  ),
  ...below('admin', 'apps file-log down-log search_terms personage personage/password developments developments/menus'),
  ...['open', 'home', 'admin'].flatMap((area) => below(area, '403 404 500 503')),
];

it('every page of the specification is a page here, or leads to one', async () => {
  const isKnown = createKnownPages(app.ctx.resources);
  const standing = specified.map((path) => (findMovedPage(path, '') ?? path).split('?')[0] ?? '');
  const unknown: string[] = [];
  for (const path of [...standing, ...Object.values(movedPages).map((target) => target.split('?')[0] ?? '')])
    if (!(await isKnown(path))) unknown.push(path);
  expect(unknown).toEqual([]);
  for (const path of Object.keys(movedPages)) expect(await isKnown(path), `${path} has become a page`).toBe(false);
});

it('keeps the query of an address that has moved', () => {
  expect(findMovedPage('/home/ai_chats', 'page=2')).toBe('/home/ai-teacher/talks?page=2');
  expect(findMovedPage('/admin/cards/batch-create', 'x=1')).toBe('/admin/card-batches?open=0&x=1');
  expect(findMovedPage('/home/courses', '')).toBeNull();
});
