import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  speechKey,
  speechSettings,
  startSpeechVendor,
  type SpeechFake,
} from '../server/test/fakes/speech/speech-vendor.ts';
import { faultsOf } from './support/audit.ts';
import { picture } from './support/browser.ts';
import { query } from './support/database.ts';
import { send } from './support/send.ts';
import { closeVendor, startTalkPeople } from './support/talk-people.ts';

let fake: SpeechFake;

beforeAll(async () => {
  fake = await startSpeechVendor();
});
afterAll(() => closeVendor(fake, { speech_driver: 'local' }));

const mobile = '13900020731';

it('a school enters its speech service and hears a voice, and a learner hears the teacher', async () => {
  const { admin, person } = await startTalkPeople(mobile, { minutes: 10 });
  await admin.page.goto('/admin/configs?group=speech');
  await admin.page.getByRole('combobox', { name: 'AI 语音服务' }).click();
  await admin.page.getByTitle('其他兼容服务或自建服务', { exact: true }).click();
  const fill = (name: string, value: string) => admin.page.getByLabel(new RegExp(`^${name}`)).fill(value);
  await fill('接口地址', fake.base);
  await fill('API Key', speechKey);
  // Slow, so that a reading is still going on when it is to be stopped, on a machine however busy.
  await fill('模型', 'slow:20');
  await fill('默认音色', 'coral');
  await admin.page.getByRole('button', { name: '保存', exact: true }).click();
  await admin.page.getByRole('button', { name: '测试语音' }).click();
  await admin.page.getByText(/speech-fake/).waitFor();
  await picture(admin.page, 'speech-settings');

  const [teacher] = await query<{ id: string }>("select id from ai_peoples where name = 'Anna' limit 1");
  await admin.page.goto(`/admin/ai-peoples/${teacher?.id}`);
  await admin.page.getByRole('tab', { name: '声音' }).click();
  await admin.page.getByRole('textbox', { name: '音色' }).fill('sage');
  await admin.page.getByRole('textbox', { name: '试听内容' }).fill('Good morning');
  await admin.page.getByRole('button', { name: '试听', exact: true }).click();
  await expect.poll(() => fake.seen.at(-1)).toEqual({ model: 'slow:20', input: 'Good morning', voice: 'sage' });
  await admin.page.getByRole('button', { name: '保存音色' }).click();
  await admin.page.getByText('已保存', { exact: true }).waitFor();
  await picture(admin.page, 'speech-voice');

  const { page } = person;
  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: '试听 Anna 的声音' }).click();
  await expect.poll(() => fake.seen.at(-1)?.voice).toBe('sage');
  await page.getByRole('button', { name: /咖啡馆点单/ }).click();
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByRole('button', { name: '重听' }).first().click();
  // The word that is heard is marked as the sound goes on, and the next sentence follows the first.
  await page.locator('[data-reading="true"]').first().waitFor();
  await picture(page, 'speech-talk');
  await page.getByRole('button', { name: '停止朗读' }).first().click();
  await page.locator('[data-reading="true"]').waitFor({ state: 'detached' });
  const before = fake.seen.length;
  await page.getByRole('button', { name: '打字', exact: true }).click();
  const field = page.getByRole('textbox', { name: '您的回答' });
  await field.fill('I would like a large coffee, please');
  await field.press('Enter');
  // Read by itself, as the sound is on.
  await expect.poll(() => fake.seen.length).toBeGreaterThan(before);
  const faults = await faultsOf(page);
  expect(faults).toEqual([]);
  expect([...admin.problems, ...person.problems]).toEqual([]);
});

/** A word that was marked, where the sound was then, in seconds; nothing played yet when the first word of a sentence was. */
type Mark = { word: number; words: number; at: number; length: number; is_playing: boolean };

/** Notes each word that the page marks, with the place of the sound at that moment. */
function noteMarks(): void {
  const marks: Mark[] = [];
  Object.assign(globalThis, { marks });
  const sounds: HTMLMediaElement[] = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function playNoted() {
    sounds.push(this);
    return play.call(this);
  };
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement) || target.dataset['reading'] !== 'true') continue;
      const line = [...(target.closest('p')?.querySelectorAll('[data-reading]') ?? [])];
      const sound = sounds.at(-1);
      const [at, length] = [sound?.currentTime ?? 0, sound?.duration ?? 0];
      const isPlaying = sound !== undefined && !sound.paused && !sound.ended && at > 0 && length > 0.2;
      marks.push({ word: line.indexOf(target), words: line.length, at, length, is_playing: isPlaying });
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-reading'] });
}

/** How far each mark was from the moment at which its word begins, in milliseconds: all words of the fake are of one length. */
function delaysOf(marks: readonly Mark[]): number[] {
  const firsts = marks.filter(({ is_playing }) => !is_playing).map(({ word }) => word);
  let sentence = -1;
  return marks.flatMap(({ word, words, at, length, is_playing }) => {
    if (!is_playing) sentence += 1;
    const first = firsts[sentence] ?? 0;
    const next = firsts[sentence + 1] ?? 0;
    const count = (next > first ? next : words) - first;
    return is_playing ? [Math.abs(at - ((word - first) / count) * length) * 1000] : [];
  });
}

it('the marked word follows the voice', async () => {
  const { admin, person } = await startTalkPeople('13900020732', { minutes: 10 });
  await send(admin.page, 'PUT', 'admin/configs', { values: { ...speechSettings, speech_base: fake.base } });
  const { page } = person;
  await page.addInitScript(noteMarks);
  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: /咖啡馆点单/ }).click();
  await page.getByRole('button', { name: '开始对话' }).click();
  const stop = page.getByRole('button', { name: '停止朗读' }).first();
  for (let reading = 0; reading < 3; reading += 1) {
    await page.getByRole('button', { name: '重听' }).first().click();
    await stop.waitFor();
    await stop.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: '打字', exact: true }).click();
  const field = page.getByRole('textbox', { name: '您的回答' });
  await field.fill('I would like a large coffee, please');
  await field.press('Enter');
  await stop.waitFor();
  await stop.waitFor({ state: 'detached' });
  const marks = await page.evaluate(() => (globalThis as unknown as { marks: Mark[] }).marks);
  const delays = delaysOf(marks).sort((a, b) => a - b);
  const part = (share: number): number => Math.round(delays[Math.floor((delays.length - 1) * share)] ?? Infinity);
  process.stdout.write(
    `bar | captions | ${delays.length} words, median ${part(0.5)} ms, p95 ${part(0.95)} ms from the voice\n`,
  );
  expect(delays.length).toBeGreaterThan(8);
  expect(part(0.5)).toBeLessThanOrEqual(250);
});
