import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, desktop, newVisitor, phone, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { openPage, settled } from './support/open-page.ts';
import { logInAsAdmin } from './support/people.ts';
import { ownServer } from './support/server.ts';

let admin: Visitor;
let course: number;

/** Sends a request as the page's person, for what somebody else would do meanwhile. */
async function send(
  page: Page,
  { method, path, data }: { method: 'POST' | 'PUT'; path: string; data: object },
): Promise<Record<string, unknown>> {
  const token = (await (await page.request.get('/web-api/open/token')).json()) as { _token: string };
  const reply = await page.request.fetch(`/web-api/admin/${path}`, {
    method,
    data,
    headers: { 'X-CSRF-TOKEN': token._token },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()) as Record<string, unknown>;
}

/** Types Pinyin letter by letter, then commits the selected word, like an input method. */
async function typeChinese({ context, page }: Visitor, pinyin: string, word: string): Promise<void> {
  const session = await context.newCDPSession(page);
  for (let end = 1; end <= pinyin.length; end += 1)
    await session.send('Input.imeSetComposition', {
      text: pinyin.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    });
  await session.send('Input.insertText', { text: word });
  await session.detach();
}

const save = (page: Page): Promise<void> => page.getByRole('button', { name: '保存', exact: true }).click();
const editor = (page: Page) => page.getByRole('textbox', { name: '课程介绍' });
/**
 * The editor learns of a caret in a later task, and 20 ms after it got the focus puts back the one it knows. Timers of
 * one length end in the order of their start.
 */
const caretSettles = (page: Page): Promise<void> => page.evaluate(() => new Promise((done) => setTimeout(done, 20)));
const stored = async (column: string): Promise<unknown> =>
  (await query<{ it: unknown }>(`select ${column} as it from courses where id = ${course}`))[0]?.it;

beforeAll(async () => {
  admin = await newVisitor({ moves: true });
  await logInAsAdmin(admin.page);
  course = Number(
    (await send(admin.page, { method: 'POST', path: 'courses', data: { title: '表单课程', detail: '旧的介绍' } }))[
      'id'
    ],
  );
});
afterAll(closeBrowser);

it('rich text accepts Chinese, bold and a table, and is stored without scripts', async () => {
  const { page } = admin;
  await openPage(page, `/admin/courses/${course}?tab=basic`);
  await editor(page).click();
  await caretSettles(page);
  await page.keyboard.press('Control+End');
  await caretSettles(page);
  await page.keyboard.press('Enter');
  await typeChinese(admin, 'nihao', '你好');
  await page.getByRole('button', { name: '加粗' }).click();
  await typeChinese(admin, 'shijie', '世界');
  await expect.poll(() => editor(page).innerHTML()).toContain('<p>你好<strong>世界</strong></p>');
  await page.keyboard.press('Control+s');
  await page.getByText('已保存').first().waitFor();
  expect(await stored('detail')).toBe('<p>旧的介绍</p><p>你好<strong>世界</strong></p>');
  await send(page, {
    method: 'PUT',
    path: `courses/${course}`,
    data: { detail: '<p onclick="alert(1)">留下<script>alert(1)</script></p>' },
  });
  expect(await stored('detail')).toBe('<p>留下</p>');
});

it('a session that ends during a form is renewed, and the save continues', async () => {
  const { page } = admin;
  await openPage(page, '/admin/subjects');
  await page.getByRole('button', { name: '新建科目' }).first().click();
  const drawer = page.getByRole('dialog').filter({ hasText: '新建科目' });
  await drawer.getByLabel('名称').first().fill('登录失效后保存');
  // What the form loads is here: else a request of its own would open the box, which covers the button.
  await settled(page);
  await page.context().clearCookies();
  await drawer.getByRole('button', { name: '保存', exact: true }).click();
  const box = page.getByRole('dialog', { name: '登录已失效' });
  await box.waitFor();
  expect(await page.getByText('有未保存的修改').count()).toBe(0);
  await box.locator('input[type=password]').fill(ownServer().admin_password);
  await box.getByRole('button', { name: '登录并继续' }).click();
  await page.waitForURL((url) => Number(url.searchParams.get('open')) > 0);
  expect(await query("select name from subjects where name = '登录失效后保存'")).toHaveLength(1);
});

it('a short form ends where the drawer does, and a tab is named only by its wording', async () => {
  const { page } = admin;
  await openPage(page, '/admin/search-terms?open=0');
  const bottom = async (): Promise<number> =>
    Math.round(
      await page
        .getByRole('button', { name: '保存', exact: true })
        .evaluate((button) => button.parentElement?.getBoundingClientRect().bottom ?? 0),
    );
  await expect.poll(async () => Math.abs((await bottom()) - desktop.height)).toBeLessThan(3);
  const { id } = await send(page, { method: 'POST', path: 'search-terms', data: { word: '页签' } });
  await openPage(page, `/admin/search-terms?open=${String(id)}`);
  const tab = page.getByRole('tab', { name: '基本信息', exact: true });
  await tab.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('tab', { name: '基本信息', exact: true }).waitFor();
  expect(await tab.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expect.poll(async () => Math.abs((await bottom()) - desktop.height)).toBeLessThan(3);
});

it('few short choices are segments, which the arrow keys choose', async () => {
  const { page } = admin;
  await openPage(page, '/admin/search-terms?open=0');
  const dialog = page.getByRole('dialog');
  const kinds = dialog.getByRole('radiogroup', { name: '类型' });
  await dialog.getByLabel('搜索词').fill('分段');
  await kinds.getByRole('radio', { name: '普通' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await kinds.getByRole('radio', { name: '置顶' }).isChecked()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await save(page);
  await page.waitForURL((url) => Number(url.searchParams.get('open')) > 0);
  expect(await query("select kind from search_terms where word = '分段'")).toEqual([{ kind: 2 }]);
});

it.each([desktop, phone])(
  'segments scroll with a long new form, and the focus is in view ($width px)',
  async (size) => {
    const { page } = admin;
    // As on a small laptop: the form is longer than the window.
    const height = Math.min(size.height, 600);
    await page.setViewportSize({ ...size, height });
    await openPage(page, '/admin/products?open=0');
    const drawer = page.getByRole('dialog');
    const kinds = drawer.getByRole('radiogroup', { name: '类型' });
    await drawer.getByText('更多设置').click();
    // An input that arrives in place of its skeleton moves what is above it, as the browser holds what is in view.
    await settled(page);
    const boxOf = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    const other = await boxOf(kinds.getByRole('radio').last());
    const terms = drawer.getByRole('radiogroup', { name: '有效期方式' });
    await drawer.locator('.ant-drawer-body').evaluate((body) => body.scrollBy(0, 100));
    // What was left where it was, or is larger than its segment, would lie over other fields, unseen.
    expect((await boxOf(kinds.getByRole('radio').last())).y).toBeCloseTo(other.y - 100, 0);
    expect(await boxOf(kinds.getByRole('radio').last())).toEqual(await boxOf(kinds.locator('label').last()));
    // By keyboard the form scrolls to segments that were outside the window.
    await drawer.locator('.ant-drawer-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    const head = await boxOf(drawer.locator('.ant-drawer-header'));
    expect((await boxOf(terms)).bottom).toBeLessThan(head.bottom);
    await terms.getByRole('radio').first().focus();
    const { top, bottom } = await boxOf(terms);
    expect([top >= head.bottom, bottom <= height]).toEqual([true, true]);
    await page.setViewportSize(desktop);
  },
);

it('a folded group opens for what the server refuses in it, and its field has the cursor', async () => {
  const { page } = admin;
  await send(page, {
    method: 'POST',
    path: 'products',
    data: { title: '已有的商品', type: 1, course_ids: [course], stack_rule: 1, sn: 'FOLDED-1' },
  });
  await openPage(page, '/admin/products?open=0');
  const drawer = page.getByRole('dialog');
  const more = drawer.getByText('更多设置');
  await drawer.getByLabel('商品名称').fill('同编号的商品');
  await drawer.getByRole('checkbox', { name: '表单课程' }).check();
  await drawer.getByRole('button', { name: '添加', exact: true }).click();
  await more.click();
  const number = drawer.getByLabel('商品编号');
  await number.fill('FOLDED-1');
  await more.click();
  await expect.poll(() => number.isVisible()).toBe(false);
  await save(page);
  await drawer.getByRole('alert').getByText('已经有相同的记录').waitFor();
  expect(await number.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await drawer.getByLabel('备注').isVisible()).toBe(true);
  await number.fill('FOLDED-2');
  await save(page);
  await page.waitForURL((url) => Number(url.searchParams.get('open')) > 0);
});

it('a button shows its own wording again however quick the response was', async () => {
  const { page } = admin;
  await openPage(page, '/admin/subjects');
  await page.getByRole('button', { name: '新建科目' }).first().click();
  const drawer = page.getByRole('dialog').filter({ hasText: '新建科目' });
  await drawer.getByRole('textbox').first().fill('不收的科目');
  await page.route('**/admin/subjects?*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify({ message: '现在不行' }) })
      : route.continue(),
  );
  for (let round = 0; round < 12; round += 1) {
    await Promise.all([
      page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && answer.url().includes('/admin/subjects'),
      ),
      drawer.getByRole('button', { name: '保存', exact: true }).click(),
    ]);
    await drawer.getByRole('button', { name: '保存', exact: true }).waitFor();
  }
  await page.unroute('**/admin/subjects?*');
});

it('what was typed survives a lost connection and a reload', async () => {
  const { page, context } = admin;
  await openPage(page, `/admin/courses/${course}?tab=basic`);
  await page.getByRole('textbox', { name: '副标题' }).fill('断网时写的');
  await context.setOffline(true);
  await save(page);
  await page.getByText('网络已断开，内容已在本机存为草稿').first().waitFor();
  await context.setOffline(false);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('已恢复上次未保存的内容').first().waitFor();
  expect(await page.getByRole('textbox', { name: '副标题' }).inputValue()).toBe('断网时写的');
  await save(page);
  await page.getByText('已保存').first().waitFor();
  expect(await stored('subtitle')).toBe('断网时写的');
  await openPage(page, `/admin/courses/${course}?tab=basic`);
  expect(await page.getByText('已恢复上次未保存的内容').count()).toBe(0);
});

it('a stale write asks about each conflicting field and merges the rest', async () => {
  const { page } = admin;
  await openPage(page, `/admin/courses/${course}?tab=basic`);
  await page.getByRole('textbox', { name: '副标题' }).fill('我的副标题');
  await page.getByRole('textbox', { name: '难度' }).fill('我的难度');
  await send(page, { method: 'PUT', path: `courses/${course}`, data: { subtitle: '他的副标题', remark: '他的备注' } });
  // A row that was refetched meanwhile opens the dialog by itself; the keys work in both cases.
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('内容已被他人修改').first().waitFor();
  await dialog.getByRole('radio', { name: /他的副标题/ }).check();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: '副标题' }).inputValue()).toBe('他的副标题');
  await dialog.waitFor({ state: 'hidden' });
  await save(page);
  await page.getByText('已保存').first().waitFor();
  expect([await stored('subtitle'), await stored('level'), await stored('remark')]).toEqual([
    '他的副标题',
    '我的难度',
    '他的备注',
  ]);
});

it('leaving with unsaved changes requires confirmation', async () => {
  const { page } = admin;
  await openPage(page, `/admin/courses/${course}?tab=basic`);
  await page.getByRole('textbox', { name: '备注' }).fill('没有保存');
  await page.getByRole('button', { name: '返回' }).click();
  // The dialog takes the focus when it opens: until it has, a key would go to another button.
  await page.locator('[role=dialog] :focus').waitFor();
  // By key: this page has its animations, and a click may miss the button of a dialog that still grows.
  await page.getByRole('button', { name: '继续编辑' }).press('Enter');
  // While it closes, its buttons can still be clicked, and would answer for the next one.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(`/admin/courses/${course}`);
  await page.getByRole('button', { name: '返回' }).click();
  await page.locator('[role=dialog] :focus').waitFor();
  await page.getByRole('button', { name: '离开', exact: true }).press('Enter');
  await page.waitForURL('**/admin/courses');
});

it('a person’s picture is cropped to a square', async () => {
  const { page } = admin;
  await openPage(page, '/admin/personage/index');
  const buffer = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#1668dc' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const cropper = page.getByRole('dialog', { name: '裁剪头像' });
  await cropper.locator(':focus').waitFor();
  // By key, once the picture has been measured: a click may miss the button of a dialog that still grows.
  await cropper.locator('button:enabled', { hasText: '使用' }).press('Enter');
  await page.getByText('头像已更新').or(cropper.getByRole('alert')).first().waitFor();
  expect(await cropper.getByRole('alert').allInnerTexts()).toEqual([]);
  const [row] = await query<{ avatar: string }>(`select avatar from users where username = 'admin'`);
  const shown = await page.request.get(row?.avatar ?? '');
  const { width, height } = await sharp(await shown.body()).metadata();
  expect([width, height]).toEqual([400, 400]);
});

it('another device’s session is ended from here, at once', async () => {
  const { page } = admin;
  const there = await newVisitor();
  await logInAsAdmin(there.page);
  await openPage(page, '/admin/personage/index');
  await page.getByRole('button', { name: '退出其他所有设备' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click();
  await page.getByText('目前只在这台设备上登录').first().waitFor();
  await there.page.goto('/admin/courses', { waitUntil: 'commit' });
  await there.page.waitForURL('**/open/login**');
  expect(admin.problems).toEqual([]);
  await there.context.close();
});
