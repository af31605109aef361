import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatSettings, startAiVendor, type AiVendor } from '../server/test/fakes/chat/ai-vendor.ts';
import {
  moderationKey,
  startModerationVendor,
  type ModerationFake,
} from '../server/test/fakes/moderation/moderation-vendor.ts';
import {
  startTencentTmt,
  tencentTranslationSettings,
  type TencentTmt,
} from '../server/test/fakes/translation/tencent-tmt.ts';
import { faultsOf } from './support/audit.ts';
import { picture } from './support/browser.ts';
import { send } from './support/send.ts';
import { closeVendor, startTalkPeople } from './support/talk-people.ts';

let chat: AiVendor;
let moderation: ModerationFake;
let translation: TencentTmt;

beforeAll(async () => {
  chat = await startAiVendor();
  moderation = await startModerationVendor();
  translation = await startTencentTmt(() => new Date());
});
afterAll(async () => {
  const close = async () => void (await Promise.all([chat.close(), moderation.close(), translation.close()]));
  await closeVendor({ close }, { chat_driver: 'local', moderation_driver: 'local', translation_driver: 'local' });
});

const mobile = '13900020983';

it('a school enters its moderation and translation services, and a learner meets both', async () => {
  const { admin, person } = await startTalkPeople(mobile, { minutes: 10 });
  const chatValues = { ...chatSettings, chat_base: chat.base, chat_own_model: 'echo' };
  await send(admin.page, 'PUT', 'admin/configs', { values: chatValues });
  const fill = (name: string, value: string) => admin.page.getByLabel(new RegExp(`^${name}`)).fill(value);
  const save = () => admin.page.getByRole('button', { name: '保存', exact: true }).click();
  await admin.page.goto('/admin/configs?group=moderation');
  await admin.page.getByRole('combobox', { name: '对话审核服务' }).click();
  await admin.page.getByTitle('其他兼容服务或自建服务', { exact: true }).click();
  await fill('接口地址', moderation.base);
  await fill('API Key', moderationKey);
  await fill('模型', 'moderation');
  await save();
  await admin.page.getByRole('button', { name: '测试审核' }).click();
  await admin.page.getByText(/zhipu-fake/).waitFor();
  await picture(admin.page, 'moderation-settings');
  await admin.page.goto('/admin/configs?group=translation');
  await admin.page.getByRole('radio', { name: '腾讯云' }).check();
  await fill('SecretId', tencentTranslationSettings.translation_secret_id);
  await fill('SecretKey', tencentTranslationSettings.translation_secret_key);
  await fill('接口地址', translation.base);
  await save();
  await admin.page.getByRole('button', { name: '测试翻译' }).click();
  await admin.page.getByText(/tmt-1/).waitFor();
  await picture(admin.page, 'translation-settings');

  const { page } = person;
  await page.goto('/home/ai-teacher');
  await page.getByRole('button', { name: /自由对话/ }).click();
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByRole('button', { name: '打字', exact: true }).click();
  const field = page.getByRole('textbox', { name: '您的回答' });
  await field.fill('Show me the orchid');
  await field.press('Enter');
  await page.getByText('未通过内容检查，没有发给外教').waitFor();
  await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  await field.fill('I want a tulip');
  await field.press('Enter');
  await expect.poll(() => page.locator('p[lang="en"]').last().textContent()).toContain('You said: I want a tulip');
  await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '看译文' }).last().click();
  await page.getByText('译文：You said: I want a tulip').waitFor();
  const faults = await faultsOf(page);
  await picture(page, 'moderated-talk');

  await admin.page.goto('/admin/ai-moderations?where[verdict]=review');
  await admin.page.getByText('审核服务判定').first().waitFor();
  await picture(admin.page, 'moderation-reviews');
  expect([faults, ...admin.problems, ...person.problems]).toEqual([[]]);
});
