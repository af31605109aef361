import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pick } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { logInAsAdmin } from './support/people.ts';
import { send } from './support/send.ts';

type Placed = { id: string; x: number; y: number; width: number };

let admin: Visitor;
let theme: number;
let batch: number;

const stored = async (id: string): Promise<Placed | undefined> => {
  const [row] = await query<{ positions: { elements: Placed[] } | null }>(
    `select positions from card_themes where id = ${theme}`,
  );
  return row?.positions?.elements.find((element) => element.id === id);
};
const element = (page: Page, id: string) => page.locator(`[data-element="${id}"]`);
const placed = async (page: Page, id: string): Promise<[number, number]> => {
  const label = await element(page, id).getAttribute('aria-label');
  const [, x, y] = /左 (\S+) 毫米，上 (\S+) 毫米/.exec(label ?? '') ?? [];
  return [Number(x), Number(y)];
};
async function open(page: Page): Promise<void> {
  await openPage(page, `/admin/card-themes/${theme}/design`);
  await element(page, 'serial').waitFor();
}
async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1)
    await page.mouse.move(from.x + (by.x * step) / 8, from.y + (by.y * step) / 8);
  await page.mouse.up();
}
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('已保存').first().waitFor();
}

beforeAll(async () => {
  admin = await newVisitor();
  await logInAsAdmin(admin.page);
  theme = (await send(admin.page, 'POST', 'admin/card-themes', { name: '拖动的卡面', locale: 'zh-CN' })).id;
  const product = (
    await send(admin.page, 'POST', 'admin/products', {
      title: '卡面商品',
      type: 2,
      ai_seconds: 600,
      term_mode: 1,
      term_value: 30,
      stack_rule: 2,
    })
  ).id;
  await send(admin.page, 'PUT', 'admin/products/status', { ids: [product], status: 1 }).catch(() =>
    query(`update products set status = 1 where id = ${product}`),
  );
  batch = (
    await send(admin.page, 'POST', 'admin/card-batches', {
      name: '卡面批次',
      product_id: product,
      theme_id: theme,
      prefix: 'TH',
      quantity: 12,
    })
  ).id;
});
afterAll(closeBrowser);

it('an element dragged in the browser stays in place, also after a reload', async () => {
  const { page } = admin;
  await open(page);
  const [x, y] = await placed(page, 'serial');
  const box = await element(page, 'serial').boundingBox();
  if (!box) throw new Error('the serial cannot be seen');
  await drag(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, { x: 60, y: -80 });
  await expect.poll(async () => (await placed(page, 'serial'))[0]).toBeGreaterThan(x + 3);
  const moved = await placed(page, 'serial');
  expect(moved[1]).toBeLessThan(y - 5);
  await save(page);
  await picture(page, 'card-design');
  await open(page);
  expect(await placed(page, 'serial')).toEqual(moved);
  expect(await stored('serial')).toMatchObject({ x: moved[0], y: moved[1] });
});

it('arrow keys move by 1, 5 and 0.1 mm; undo and redo work', async () => {
  const { page } = admin;
  await open(page);
  const [x, y] = await placed(page, 'school');
  await element(page, 'school').focus();
  for (const key of ['ArrowRight', 'Shift+ArrowDown', 'Alt+ArrowRight']) await page.keyboard.press(key);
  const place = async (): Promise<string[]> => (await placed(page, 'school')).map((value) => value.toFixed(2));
  const moved = [(x + 1.1).toFixed(2), (y + 5).toFixed(2)];
  await expect.poll(place).toEqual(moved);
  await page.keyboard.press('Control+z');
  await expect.poll(() => placed(page, 'school')).toEqual([x, y]);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(place).toEqual(moved);
  await page.getByRole('link', { name: '返回卡面' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click();
  expect(page.url()).toContain('/design');
  await page.getByRole('button', { name: '撤销' }).click();
});

it('a code resized too small stays large enough, and one outside the card cannot be saved', async () => {
  const { page } = admin;
  await open(page);
  await page.getByRole('button', { name: '背面', exact: true }).click();
  await element(page, 'qr').click();
  const corner = await page.locator('[data-handle="se"]').boundingBox();
  if (!corner) throw new Error('the handle cannot be seen');
  await drag(page, { x: corner.x + 5, y: corner.y + 5 }, { x: -200, y: -200 });
  await expect.poll(async () => Number(await page.getByLabel('宽', { exact: true }).inputValue())).toBe(15);
  await page.getByLabel('左', { exact: true }).fill('80');
  await page.keyboard.press('Tab');
  await page.getByText('超出安全区').first().waitFor();
  expect(await page.getByRole('button', { name: '保存', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: '恢复默认' }).click();
});

it('somebody else’s save is reported, and one’s own version can be kept', async () => {
  const { page } = admin;
  await open(page);
  await element(page, 'product').focus();
  await page.keyboard.press('ArrowDown');
  await send(page, 'PUT', `admin/card-themes/${theme}`, {
    cover_front: '/uploads/public/2026/11/0123456789abcdef0123456789abcd.webp',
  });
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: /我/ }).click();
  await save(page);
  expect(
    (await query<{ cover_front: string | null }>(`select cover_front from card_themes where id = ${theme}`))[0]
      ?.cover_front,
  ).toBeNull();
});

it('the size is chosen, a picture is cropped to it, and both are printed', async () => {
  const { page } = admin;
  const own = (await send(page, 'POST', 'admin/card-themes', { name: '名片卡面', locale: 'zh-CN' })).id;
  await openPage(page, `/admin/card-themes/${own}/design`);
  await element(page, 'serial').waitFor();
  await pick(page, page.locator('body'), '成品尺寸', '名片 90 × 54 毫米');
  const cover = await sharp({ create: { width: 2400, height: 2400, channels: 3, background: '#2266aa' } })
    .jpeg()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: cover });
  await page.getByRole('dialog').getByRole('button', { name: '裁剪并使用' }).click();
  await page.getByRole('button', { name: '更换图片' }).waitFor();
  await save(page);
  const [row] = await query<{ positions: { width: number; height: number }; cover_front: string }>(
    `select positions, cover_front from card_themes where id = ${own}`,
  );
  expect(row?.positions).toMatchObject({ width: 90, height: 54 });
  // The card with its bleed: 96 × 60 mm.
  const storedCover = await sharp(await (await page.request.get(row?.cover_front ?? '')).body()).metadata();
  expect((storedCover.width ?? 0) / (storedCover.height ?? 1)).toBeCloseTo(96 / 60, 2);
  const front = await page.request.get(`/web-api/admin/card-themes/${own}/picture?width=900`);
  expect(await sharp(await front.body()).metadata()).toMatchObject({ width: 900, height: 540 });
  await pick(page, page.locator('body'), '成品尺寸', '自定义');
  await page.getByLabel('宽', { exact: true }).fill('20');
  await page.keyboard.press('Tab');
  await expect.poll(async () => Number(await page.getByLabel('宽', { exact: true }).inputValue())).toBe(30);
  await page.getByRole('button', { name: '撤销' }).click();
});

it('a finger moves an element on a phone, where everything is stacked without horizontal scrolling', async () => {
  const { page, problems } = await newVisitor({ size: phone, dark: true });
  await logInAsAdmin(page);
  await open(page);
  const [x] = await placed(page, 'serial');
  const box = await element(page, 'serial').boundingBox();
  if (!box) throw new Error('the serial cannot be seen');
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width / 2 + by, y: box.y + box.height / 2 }],
    });
  await touch('touchStart', 0);
  for (let by = 4; by <= 24; by += 4) await touch('touchMove', by);
  await touch('touchEnd', 24);
  await expect.poll(async () => (await placed(page, 'serial'))[0]).toBeGreaterThan(x + 3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await picture(page, 'card-design-phone');
  expect(problems).toEqual([]);
});

it('the batch comes as a PDF of sheets, and a card as a picture', async () => {
  const { page } = admin;
  await openPage(page, `/admin/card-batches/${batch}/print`);
  await page.getByLabel('原因').fill('交给印刷厂');
  await page.getByRole('button', { name: '生成文件' }).click();
  const button = page.getByRole('button', { name: '下载' }).first();
  await button.waitFor({ timeout: 300_000 });
  await picture(page, 'card-print');
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const bytes = readFileSync(await download.path());
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.6');
  // Twelve cards take two sheets of nine, each with a back.
  expect(bytes.toString('latin1').match(/\/Type \/Page /g)).toHaveLength(4);
  const [card] = await query<{ id: number }>(`select id from cards where batch_id = ${batch} order by id limit 1`);
  const front = await page.request.get(`/web-api/admin/cards/${card?.id}/picture`);
  expect(front.headers()['content-type']).toBe('image/png');
  expect(await sharp(await front.body()).metadata()).toMatchObject({ format: 'png', width: 1011, height: 638 });
  expect(admin.problems).toEqual([]);
});
