import { afterAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { activateBySupport } from './support/database.ts';
import { logInAgain, registerMember } from './support/people.ts';

afterAll(closeBrowser);

const mobile = '13900031001';

it('can be installed, and opens offline with a message', async () => {
  const { page, context, problems } = await newVisitor({ size: phone, offlineShell: true });
  await registerMember(page, mobile);
  await activateBySupport(mobile);
  await logInAgain(page, mobile);
  await page.goto('/home/index');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await page.request.get(address ?? '')).json()) as {
    name: string;
    icons: { src: string; type: string }[];
  };
  expect(manifest.name).toBe('开课');
  for (const icon of manifest.icons)
    expect((await page.request.get(icon.src)).headers()['content-type']).toBe(icon.type);
  // Once the worker controls the page, the page's files pass through it and are cached.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(async () => {
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/assets\/.*\.(js|css)$/.test(name));
    const cached = await Promise.all(files.map((file) => caches.match(file)));
    return files.length > 0 && cached.every((answer) => answer !== undefined);
  });
  // Requests for data go past the worker: none waits for it to start.
  const ways = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/web-api/'))
      .map((entry): unknown => entry.toJSON().workerMatchedSourceType),
  );
  expect(new Set(ways)).toEqual(new Set(['network']));
  await context.setOffline(true);
  await page.reload();
  await page.getByText('网络不可用，请检查网络后重试').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/home/index');
  expect(await page.locator('body').innerText()).not.toContain('common.');
  await picture(page, 'offline');
  // Navigation stays usable, and the page loads by itself when the network is back.
  await page.getByRole('link', { name: '课程', exact: true }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: /好|夜深了/ }).waitFor();
  expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await context.close();
});
