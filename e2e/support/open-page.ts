import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** Requests of each page that have no answer yet. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** Follows what a page asks for, so that `settled` knows when all of it has come. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  unanswered.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Whether the page shows that something is still to come. */
const isBusy = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestIdleCallback(() => resolve()));
    });
    return document.querySelector('main [aria-busy="true"], main [class*="skeleton"]') !== null;
  });

/** Resolves when the page has drawn all that it asked for: twice running, nothing is asked, the browser has nothing to do and nothing is announced as coming. */
async function settled(page: Page): Promise<void> {
  const count = (): number => unanswered.get(page)?.size ?? 0;
  const until = { timeout: 60_000, interval: 20 };
  await page.locator('main').first().waitFor();
  for (let quiet = 0; quiet < 2;) {
    await expect.poll(count, until).toBe(0);
    await expect.poll(() => isBusy(page), until).toBe(false);
    quiet = count() === 0 ? quiet + 1 : 0;
  }
}

/** Opens an address and waits for all that the page asks for. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}
