import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

const until = { timeout: 300_000, interval: 20 };

/** Pending requests of each page. */
const pending = new WeakMap<Page, Set<Request>>();

/** The page's requests without an answer, for failed tests. */
export const pendingOf = (page: Page): string[] =>
  [...(pending.get(page) ?? [])].map((request) => `pending: ${request.method()} ${request.url()}`);

/** Tracks a page's requests, so that `settled` knows when all of them are complete. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  pending.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Under load headless Chromium may stop drawing until somebody asks for a picture; no frame has been seen to take so long otherwise. */
const frameMs = 10_000;

/** Resolves when the page has drawn a frame and the browser is idle. */
async function idleFrame(page: Page): Promise<void> {
  const wakeUp = setTimeout(() => void page.screenshot().catch(() => undefined), frameMs);
  try {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => requestIdleCallback(() => resolve()));
        }),
    );
  } finally {
    clearTimeout(wakeUp);
  }
}

/** Resolves when the page is drawn as far as it can be: twice in a row none of the requests it needs is pending and the browser is idle. */
export async function drawn(page: Page, isNeeded: (request: Request) => boolean): Promise<void> {
  const count = (): number => [...(pending.get(page) ?? [])].filter(isNeeded).length;
  for (let quiet = 0; quiet < 2;) {
    await expect.poll(count, until).toBe(0);
    await idleFrame(page);
    quiet = count() === 0 ? quiet + 1 : 0;
  }
}

/** What shows that it is still loading, on the page or in a dialog over it. */
const busy = ':is(main, [role="dialog"]) :is([aria-busy="true"], [class*="skeleton"])';

/** Whether the page shows that something is still loading. */
async function isBusy(page: Page): Promise<boolean> {
  await idleFrame(page);
  return page.evaluate((selector) => document.querySelector(selector) !== null, busy);
}

/** Resolves when the page is completely drawn: twice in a row there are no requests, the browser is idle and nothing shows as loading. */
export async function settled(page: Page): Promise<void> {
  const count = (): number => pending.get(page)?.size ?? 0;
  await page.locator('main').first().waitFor();
  for (let quiet = 0; quiet < 2;) {
    await expect.poll(count, until).toBe(0);
    await expect.poll(() => isBusy(page), until).toBe(false);
    quiet = count() === 0 ? quiet + 1 : 0;
  }
}

/** Goes to another page of the open area as its links do, without loading the application anew, and waits until it has settled. */
export async function goToPage(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await settled(page);
}

/** Opens an address and waits until the page has settled. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}
