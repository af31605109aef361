import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { earsSettings, startEars, type Ears } from '../server/test/fakes/transcription/ears.ts';
import { openBrowser, picture } from './support/browser.ts';
import { query } from './support/database.ts';
import { nextPort, runServer } from './support/servers/start-server.ts';
import { ownServer } from './support/server.ts';
import { send } from './support/send.ts';
import { closeVendor, startTalkPeople } from './support/talk-people.ts';

let ears: Ears;
let node: ChildProcess | null = null;
const folder = mkdtempSync(join(tmpdir(), 'kaike-walk-'));

beforeAll(async () => {
  ears = await startEars();
  await openBrowser({ hasMicrophone: true });
});
afterAll(async () => {
  node?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await closeVendor(ears, { transcription_driver: 'local' });
});

const startCafe = async (page: Page): Promise<void> => {
  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: /咖啡馆点单/ }).click();
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByRole('list').filter({ hasText: '预设对话' }).waitFor();
};
const report = (page: Page) => page.getByRole('link', { name: '看报告' });

/** The answer that the hint proposes. */
async function hintedAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提示', exact: true }).click();
  await page.getByRole('button', { name: '看参考句' }).click();
}

/** Answers each line, as the hint proposes, until the talk is over. */
async function talkToTheEnd(page: Page, answer: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < 14 && !(await report(page).isVisible()); turn += 1) {
    const lines = page.getByRole('list').filter({ hasText: '预设对话' }).getByRole('listitem');
    const before = await lines.count();
    await answer();
    await expect.poll(() => lines.count()).toBe(before + 2);
    await page.getByRole('button', { name: '停止', exact: true }).waitFor({ state: 'detached' });
  }
}

async function balanceOf(memberId: number) {
  const [row] = await query<{ left: number; held: number; ledger: string }>(
    `select ai_seconds_left as left, ai_seconds_held as held,
      (select coalesce(sum(delta), 0) from ai_second_logs l where l.member_id = m.id) as ledger from members m where id = $1`,
    [memberId],
  );
  expect([Number(row?.ledger), row?.held]).toEqual([row?.left, 0]);
  return row?.left ?? 0;
}

it('a learner types a café talk to all goals, reads the report and reviews five words; learner and school see the minutes', async () => {
  const { admin, person, member_id } = await startTalkPeople('13900020931');
  const { page } = person;
  await startCafe(page);
  // One word by a tap; the report proposes four.
  await page.locator('p[lang="en"] button').nth(2).click();
  await page.getByRole('button', { name: '加入生词本' }).click();
  await page.getByRole('button', { name: '移出生词本' }).waitFor();
  await page.keyboard.press('Escape');
  await talkToTheEnd(page, async () => {
    await hintedAnswer(page);
    await page.getByRole('button', { name: '填入回答' }).click();
    await page.getByRole('textbox', { name: '您的回答' }).press('Enter');
  });
  await report(page).click();
  await page.getByText('扣除时长').waitFor();
  await expect.poll(() => page.getByLabel('已达成').count()).toBe(3);
  await page.getByRole('button', { name: '全部加入生词本' }).click();
  await page.getByRole('button', { name: '全部加入生词本' }).waitFor({ state: 'detached' });
  await picture(page, 'walk-report');

  await page.goto('/home/ai-teacher/words');
  for (let word = 0; word < 5; word += 1) {
    await page.getByRole('button', { name: '看释义' }).click();
    await page.getByRole('button', { name: /记得/ }).first().click();
  }
  await expect
    .poll(
      async () =>
        (
          await query('select 1 from ai_word_reviews r join ai_words w on w.id = r.word_id where w.member_id = $1', [
            member_id,
          ])
        ).length,
    )
    .toBe(5);
  await picture(page, 'walk-review');

  const left = await balanceOf(member_id);
  expect(left).toBeLessThan(1800);
  await page.goto('/home/personage/ai-seconds');
  await page.getByText('与 AI 外教对话').first().waitFor();
  await page
    .getByText(`还剩 ${Math.floor(left / 60)} 分`)
    .first()
    .waitFor();
  await picture(page, 'walk-minutes');
  await admin.page.goto(`/admin/members?open=${member_id}`);
  const clock = new Date(left * 1000).toISOString().slice(11, 19);
  await admin.page.getByText(`剩余 ${clock}`).waitFor();
  await picture(admin.page, 'walk-school');
  expect([...admin.problems, ...person.problems]).toEqual([]);
});

it('the server is killed in mid-sentence: the page goes on, nothing said is lost and nothing is charged twice', async () => {
  const { person, member_id } = await startTalkPeople('13900020933');
  const { page } = person;
  // The longest lines take long enough to be interrupted.
  await send(page, 'PUT', 'home/ai-level', { level: 'C1' });
  const { environment } = ownServer();
  // Nobody uploads a file here, so this node does without the folder of the other.
  const place = {
    port: await nextPort(),
    environment: { ...environment, KAIKE_DATA_DIR: folder, KAIKE_SHARED_FILES: 'yes' },
  };
  const first = await runServer(place);
  node = first.child;
  // The same visitor at another node: cookies know no ports.
  await page.goto(`${first.url}/home/ai-teacher`);
  await page.getByRole('button', { name: /咖啡馆点单/ }).click();
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByRole('button', { name: '打字' }).click();
  const field = page.getByRole('textbox', { name: '您的回答' });
  await field.fill('I would like a large latte, please');
  const lines = page.getByRole('list').filter({ hasText: '预设对话' }).getByRole('listitem');
  const before = await lines.count();
  await field.press('Enter');
  // Some words of the reply are on the page.
  await expect
    .poll(() =>
      lines
        .nth(before + 1)
        .locator('p[lang="en"] button')
        .count(),
    )
    .toBeGreaterThan(2);
  const gone = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await gone;
  node = (await runServer(place)).child;
  await page.getByRole('button', { name: '重说' }).first().click();
  await page.getByRole('button', { name: '停止', exact: true }).waitFor({ state: 'detached' });
  await page.getByText(/这一轮用了/).waitFor();
  await picture(page, 'walk-killed');
  const stored = await query<{ role: string; status: number; charged: number }>(
    `select m.role, m.status, m.charged_sec as charged from ai_messages m join ai_chats c on c.id = m.chat_id where c.member_id = $1 order by m.seq`,
    [member_id],
  );
  expect(stored.map(({ role, status }) => [role, status])).toEqual([
    ['ai', 3],
    ['member', 3],
    ['ai', 5],
    ['ai', 3],
  ]);
  expect(stored.filter(({ charged }) => charged > 0)).toHaveLength(1);
  expect(await balanceOf(member_id)).toBe(1800 - (stored.at(-1)?.charged ?? 0));
});

it('the same by voice, with a service that hears', async () => {
  const { admin, person, member_id } = await startTalkPeople('13900020932');
  const { page } = person;
  await send(admin.page, 'PUT', 'admin/configs', { values: { ...earsSettings, transcription_base: ears.base } });
  await startCafe(page);
  await page.getByRole('button', { name: '同意', exact: true }).click();
  const bar = page.getByRole('button', { name: '按住说话' });
  await talkToTheEnd(page, async () => {
    await hintedAnswer(page);
    const model = (await page.locator('strong[lang="en"]').last().textContent()) ?? '';
    ears.set(model);
    await bar.press('Enter');
    await page.getByText(/^0:(0[1-9]|[1-5]\d) \/ 1:00$/).waitFor();
    await page.getByRole('button', { name: '再点一次结束' }).press('Enter');
  });
  await report(page).click();
  await page.getByText('扣除时长').waitFor();
  await expect.poll(() => page.getByLabel('已达成').count()).toBe(3);
  await picture(page, 'walk-voice-report');
  expect(await balanceOf(member_id)).toBeLessThan(1800);
  const kinds = await query<{ kind: string }>(
    `select distinct m.kind from ai_messages m join ai_chats c on c.id = m.chat_id where c.member_id = $1 and m.role = 'member'`,
    [member_id],
  );
  expect(kinds).toEqual([{ kind: 'voice' }]);
  expect(person.problems).toEqual([]);
});
