import { afterAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { openPage } from './support/open-page.ts';

afterAll(closeBrowser);

const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126 Mobile Safari/537.36 MicroMessenger/8.0.50';

it('a file that WeChat cannot download is offered to be opened outside', async () => {
  const { page, context, problems } = await newVisitor({ size: phone, userAgent });
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await openPage(page, '/open/agreement');
  // Without records no page of this installation has a file; the link is like theirs.
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), {
      href: '/icon-512.png',
      download: 'icon.png',
      textContent: '下载图标',
    });
    document.querySelector('main')?.prepend(link);
  });
  await page.getByRole('link', { name: '下载图标' }).click();
  const offer = page.getByRole('dialog', { name: '请在浏览器中打开' });
  await offer.waitFor();
  await picture(page, 'messenger');
  await offer.getByRole('button', { name: '知道了' }).last().click();
  await offer.waitFor({ state: 'hidden' });
  expect(downloads).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

it('the agreement is read above the form, which keeps what was typed', async () => {
  const { page, context, problems } = await newVisitor({ size: phone, userAgent });
  await openPage(page, '/open/register');
  const field = page.getByLabel('手机号').first();
  await field.fill('13900020977');
  await page.getByRole('link', { name: '《用户协议》' }).click();
  const sheet = page.getByRole('dialog', { name: '用户协议' });
  await sheet.getByText(/^版本/).waitFor();
  await picture(page, 'messenger-agreement');
  // As the messenger's own back button does.
  await page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  expect(await field.inputValue()).toBe('13900020977');
  expect(await page.getByRole('checkbox', { name: /用户协议/ }).isChecked()).toBe(false);
  expect(context.pages()).toHaveLength(1);
  expect(problems).toEqual([]);
  await context.close();
});
