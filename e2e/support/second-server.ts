import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ownServer } from './server.ts';
import { nextPort, runServer } from './servers/start-server.ts';

/** Another server process on the same database, with a data folder of its own; it was just started, and so remembers nothing. */
export async function onSecondServer(dataFolder: string, work: (url: string) => Promise<void>): Promise<void> {
  const { environment } = ownServer();
  const { child, url } = await runServer({
    port: await nextPort(),
    environment: {
      ...environment,
      KAIKE_DATA_DIR: dataFolder,
      // The files that matter are at another storage.
      KAIKE_SHARED_FILES: 'yes',
    },
  });
  try {
    await work(url);
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
}

/** The film of a lesson plays in the back office. Cookies know no ports: it is the same person at any server. */
export async function expectFilm(page: Page, url: string, { course, title }: { course: number; title: string }) {
  await page.goto(`${url}/admin/courses/${course}`);
  await page.getByRole('button', { name: `播放：${title}` }).click({ timeout: 300_000 });
  const position = () =>
    page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play().catch(() => undefined);
      return video.currentTime;
    });
  await expect.poll(position).toBeGreaterThan(0);
}
