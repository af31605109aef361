import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone } from './support/browser.ts';
import { activateBySupport, publishBySupport } from './support/database.ts';
import { logIn, logInAgain, logInAsAdmin, memberPassword, registerMember } from './support/people.ts';
import { settled } from './support/open-page.ts';
import { send } from './support/send.ts';

afterAll(closeBrowser);

const [mobile, otherMobile] = ['13900030061', '13900030062'];
const readSec = 50;
const paragraphs = 80;

/** A free article whose end is far below. */
async function makeArticle(): Promise<number> {
  const { page, context } = await newVisitor();
  await logInAsAdmin(page);
  const { id: course } = await send(page, 'POST', 'admin/courses', { title: '离线阅读' });
  const chapter = await send(page, 'POST', `admin/courses/${course}/chapters`, { title: '第一章' });
  const lesson = {
    chapter_id: chapter.id,
    title: '图文课',
    type: 4,
    content: '<p>请读这一段。</p>'.repeat(paragraphs),
    is_free: true,
  };
  const { id } = await send(page, 'POST', `admin/courses/${course}/lessons`, { ...lesson, read_sec: readSec });
  await publishBySupport(course);
  await context.close();
  return id;
}

/** Seconds that the page still asks for. */
async function missing(page: Page): Promise<number> {
  const text = await page
    .getByText(/再读 \d+ 秒/)
    .first()
    .innerText();
  return Number(/再读 (\d+) 秒/.exec(text)?.[1]);
}

type Stored = { user_id: number; ticket: string; report: { read_sec: number } };

/** What this browser keeps until it can be sent. */
const storedIn = (page: Page): Promise<Stored[]> =>
  page.evaluate(
    () =>
      new Promise<Stored[]>((resolve, reject) => {
        const opening = indexedDB.open('kaike-readings');
        opening.onerror = () => reject(new Error('the store cannot be opened'));
        opening.onsuccess = () => {
          const asking = opening.result.transaction('readings').objectStore('readings').getAll();
          asking.onsuccess = () => resolve(asking.result as Stored[]);
          asking.onerror = () => reject(new Error('the store cannot be read'));
        };
      }),
  );

it('what was read offline waits for its learner, whoever logs in meanwhile, and counts once', async () => {
  const lesson = await makeArticle();
  const { page, context } = await newVisitor({ size: phone });
  for (const number of [otherMobile, mobile]) {
    await registerMember(page, number);
    await activateBySupport(number);
    await context.clearCookies();
  }
  const reports: { ticket: string; read_sec: number; account: string | undefined; status: number }[] = [];
  page.on('response', (response) => {
    const request = response.request();
    const body = request.postDataJSON() as { ticket?: string; read_sec?: number } | null;
    if (body?.ticket === undefined || body.read_sec === undefined) return;
    const account = request.headers()['x-account'];
    reports.push({ ticket: body.ticket, read_sec: body.read_sec, account, status: response.status() });
  });

  await logIn(page, mobile, memberPassword);
  await page.goto(`/home/lessons/${lesson}`);
  const before = await missing(page);
  await context.setOffline(true);
  await expect.poll(() => missing(page)).toBeLessThanOrEqual(before - 3);
  await page.getByText('请读这一段。').last().scrollIntoViewIfNeeded();
  await page.getByText('网络已断开，阅读时间将在联网后补传。').waitFor();
  // A page that opens slowly has reported before it went offline, and knows that it was counted.
  const reported = reports.reduce((sum, { read_sec: seconds }) => sum + seconds, 0);

  // The session in this browser ends: the learner logs in on another phone.
  const elsewhere = await newVisitor({ size: phone });
  await logIn(elsewhere.page, mobile, memberPassword);
  await page.goto('about:blank').catch(() => undefined);
  await context.setOffline(false);
  const sentBefore = reports.length;

  await logInAgain(page, otherMobile);
  await page.goto(`/home/lessons/${lesson}`);
  await missing(page);
  await settled(page);
  const [stored, ...more] = await storedIn(page);
  expect(more).toEqual([]);
  expect(stored?.report.read_sec).toBeGreaterThanOrEqual(3);
  const ofTicket = () => reports.slice(sentBefore).filter(({ ticket }) => ticket === stored?.ticket);
  expect(ofTicket()).toEqual([]);

  await logInAgain(page, mobile);
  // What waited is sent before the lesson opens, whose page goes on reporting.
  const opened = page.waitForResponse((response) => response.url().includes(`/lessons/${lesson}/reading`));
  await page.goto(`/home/lessons/${lesson}`);
  const { seen_sec } = (await (await opened).json()) as { seen_sec: number };
  expect(seen_sec).toBe(reported + (stored?.report.read_sec ?? 0));
  await settled(page);
  // Two, where the first had arrived before in part: Chromium sends it once more as the page closes, at times.
  const sent = ofTicket();
  expect(sent.map(({ account, status }) => [account, status])).toEqual(sent.map(() => [String(stored?.user_id), 200]));
  expect(sent.length).toBeGreaterThan(0);
  expect((await storedIn(page)).filter(({ ticket }) => ticket === stored?.ticket)).toEqual([]);
  await page.reload();
  await missing(page);
  await settled(page);
  expect(ofTicket()).toHaveLength(sent.length);
  await context.close();
  await elsewhere.context.close();
});
