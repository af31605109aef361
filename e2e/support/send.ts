import type { Page } from 'playwright-core';

/** Sends a request as the page's person, for what another page than the tested one would do. */
export async function send<Answer = { id: number }>(
  page: Page,
  method: 'POST' | 'PUT',
  path: string,
  data: object,
): Promise<Answer> {
  const token = (await (await page.request.get('/web-api/open/token')).json()) as { _token: string };
  const reply = await page.request.fetch(`/web-api/${path}`, {
    method,
    data,
    headers: { 'X-CSRF-TOKEN': token._token },
  });
  if (!reply.ok()) throw new Error(`${method} ${path} answered ${reply.status()}: ${await reply.text()}`);
  return (await reply.json()) as Answer;
}
