import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { earsSettings, startEars, type Ears } from '../server/test/fakes/transcription/ears.ts';
import { faultsOf } from './support/audit.ts';
import { openBrowser, picture } from './support/browser.ts';
import { query } from './support/database.ts';
import { send } from './support/send.ts';
import { closeVendor, startTalkPeople } from './support/talk-people.ts';

let ears: Ears;

beforeAll(async () => {
  ears = await startEars();
  await openBrowser({ hasMicrophone: true });
});
afterAll(() => closeVendor(ears, { transcription_driver: 'local' }));

const mobile = '13900020741';

/** For two seconds or more: a busy page may show no single one. */
const hasRecorded = (page: Page): Promise<void> => page.getByText(/^0:(0[2-9]|[1-5]\d) \/ 1:00$/).waitFor();

it('a learner agrees once, is not understood, plays it back, says it again and is answered', async () => {
  const { admin, person, member_id } = await startTalkPeople(mobile, { minutes: 10 });
  const { page } = person;
  const values = { ...earsSettings, transcription_base: ears.base };
  await send(admin.page, 'PUT', 'admin/configs', { values });
  await admin.page.goto('/admin/configs?group=transcription');
  await admin.page.getByRole('button', { name: '测试识别' }).click();
  await admin.page.getByText(/req-ears/).waitFor();
  await picture(admin.page, 'voice-settings');

  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: /咖啡馆点单/ }).click();
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByText(/您的录音会发送给听写科技有限公司/).waitFor();
  const faults = await faultsOf(page);
  await picture(page, 'voice-consent');
  await page.getByRole('button', { name: '同意', exact: true }).click();

  ears.set('');
  const bar = page.getByRole('button', { name: '按住说话' });
  await bar.press('Enter');
  await hasRecorded(page);
  await picture(page, 'voice-recording');
  await page.getByRole('button', { name: '再点一次结束' }).press('Enter');
  await page.getByText(/没听清/).waitFor();
  await page.getByLabel('听听刚才的录音').waitFor();
  faults.push(...(await faultsOf(page)));
  await picture(page, 'voice-unheard');
  await page.getByRole('button', { name: '再说一次' }).click();
  await page.getByText(/没听清/).waitFor({ state: 'detached' });

  ears.set('A large latte, please.');
  const box = await bar.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 30);
  await page.mouse.down();
  await hasRecorded(page);
  await page.mouse.up();
  await page.locator('p[lang="en"]', { hasText: 'A large latte, please.' }).waitFor();
  await page.getByText(/这一轮用了/).waitFor();
  await picture(page, 'voice-answered');
  const [message] = await query<{ kind: string; recorded_ms: number }>(
    "select m.kind, m.recorded_ms from ai_messages m join ai_chats c on c.id = m.chat_id where c.member_id = $1 and m.role = 'member'",
    [member_id],
  );
  expect(message?.kind).toBe('voice');
  expect(message?.recorded_ms).toBeGreaterThan(800);
  // The test of the settings, what was not understood, and the turn: in the type that this browser records.
  expect(ears.seen.map(({ name }) => name)).toEqual(['speech.wav', 'speech.webm', 'speech.webm']);

  // Hands-free: the microphone beeps all the time, so the learner says when they have finished; then it listens again by itself.
  await page.getByRole('button', { name: '免提对话' }).click();
  ears.set('No sugar, thanks.');
  await page.getByText('正在听').waitFor();
  faults.push(...(await faultsOf(page)));
  await picture(page, 'voice-hands-free');
  await page.getByRole('button', { name: '说完了' }).click();
  await page.locator('p[lang="en"]', { hasText: 'No sugar, thanks.' }).waitFor();
  await page.getByText('正在听').waitFor();
  await page.getByRole('button', { name: '停止免提' }).click();
  await bar.waitFor();

  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: '撤回同意' }).click();
  await page.getByText('已撤回同意，不再发送录音').waitFor();
  faults.push(...(await faultsOf(page)));
  expect(faults).toEqual([]);
  expect([...admin.problems, ...person.problems]).toEqual([]);
});
