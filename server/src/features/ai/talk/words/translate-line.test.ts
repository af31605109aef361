import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type Reply, type TestApp } from '../../../../../test/app.ts';
import type { AiVendor } from '../../../../../test/fakes/chat/ai-vendor.ts';
import { aliyunTranslationSettings, startAliyunMt } from '../../../../../test/fakes/translation/aliyun-mt.ts';
import { startTencentTmt, tencentTranslationSettings } from '../../../../../test/fakes/translation/tencent-tmt.ts';
import { startTalker, type Talker } from '../../../../../test/talk/talk.ts';
import { addTemplate, startVendorSchool } from '../../../../../test/talk/vendor.ts';

let app: TestApp;
let fake: AiVendor;
let admin: AdminPerson;
let save: (values: Record<string, unknown>) => Promise<Reply>;

beforeAll(async () => {
  app = await startTestApp();
  ({ fake, admin, save } = await startVendorSchool(app));
});
afterAll(async () => {
  await app.close();
  await fake.close();
});
beforeEach(async () => {
  await save({ chat_own_model: 'chinese' });
  // Longer than any pause of an account.
  app.clock.advance(301_000);
});

const translate = (talker: Talker, id: number) =>
  talker.post('ai-messages/translate', { message_id: id, lease: undefined });
/** A learner and a line that a service wrote. */
async function lineOf(words: string): Promise<{ talker: Talker; id: number; content: string }> {
  const talker = await startTalker(app, { key: await addTemplate(app, 'echo') });
  const { reply } = (await talker.send(words)).body;
  return { talker, id: reply.id, content: reply.content };
}

it('a line of a service is translated once, at no cost to the learner', async () => {
  const { talker, id, content } = await lineOf('I walked along the river');
  const before = fake.seen.length;
  const left = (await talker.get(`ai-chats/${talker.chat_id}`)).body.seconds_left;
  const [first, second] = await Promise.all([translate(talker, id), translate(talker, id)]);
  expect([first.body.text, second.body.text]).toEqual([`译文：${content}`, `译文：${content}`]);
  expect((await translate(talker, id)).body.text).toBe(first.body.text);
  expect(fake.seen.slice(before).map(({ body }) => body['temperature'])).toEqual([0]);
  expect((await talker.get(`ai-chats/${talker.chat_id}`)).body.seconds_left).toBe(left);
  const { rows } = await sql<{ purpose: string; message_id: number; tokens_out: number }>`
    select purpose, message_id, tokens_out from ai_usage where message_id = ${id} and purpose = 'translate'`.execute(
    app.ctx.db,
  );
  expect(rows).toEqual([{ purpose: 'translate', message_id: id, tokens_out: 18 }]);
  expect((await talker.get('ai-settings')).body.capabilities.translate).toEqual({ provider: 'vendor', off: null });
  await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
  const stored = await sql<{
    translation: string | null;
  }>`select translation from ai_messages where id = ${id}`.execute(app.ctx.db);
  expect(stored.rows).toEqual([{ translation: null }]);
});

it('a tap that began before another one had ended is no second call', async () => {
  const { talker, id } = await lineOf('I rowed across the lake');
  const before = fake.seen.length;
  const { translation } = app.ctx.adapters;
  let isWaiting = false;
  let goOn = (): void => undefined;
  const other = new Promise<void>((resolve) => (goOn = resolve));
  app.ctx.adapters.translation = {
    ...translation,
    async isChosen() {
      isWaiting = true;
      await other;
      return translation.isChosen();
    },
  };
  const late = translate(talker, id);
  await expect.poll(() => isWaiting).toBe(true);
  app.ctx.adapters.translation = translation;
  const first = await translate(talker, id);
  goOn();
  expect((await late).body.text).toBe(first.body.text);
  expect(fake.seen).toHaveLength(before + 1);
});

it('is the learner’s own, and a failure, other words or refused ones are none', async () => {
  const { talker, id } = await lineOf('I like the sea');
  const stranger = await startTalker(app);
  expect((await translate(stranger, id)).status).toBe(404);
  for (const [model, code] of [
    ['ok', 'ai.no_translation'],
    ['503', 'ai.resting'],
    ['402', 'ai.resting'],
    ['filter', 'ai.resting'],
    ['cut:3', 'ai.resting'],
  ]) {
    await save({ chat_own_model: model });
    app.clock.advance(301_000);
    expect((await translate(talker, id)).body.code).toBe(code);
  }
  await save({ chat_own_model: 'chinese', ai_blocked_words: '译文' });
  app.clock.advance(301_000);
  expect((await translate(talker, id)).body.code).toBe('ai.no_translation');
  await save({ ai_blocked_words: '', chat_driver: 'local' });
  const before = fake.seen.length;
  expect((await translate(talker, id)).body.code).toBe('ai.no_translation');
  expect(fake.seen.length).toBe(before);
  await save({ chat_driver: 'compatible' });
  expect((await translate(talker, id)).body.text).toContain('译文');
});

it.each([
  [
    'aliyun',
    startAliyunMt,
    aliyunTranslationSettings,
    'translation_aliyun_base',
    'TranslateGeneral',
    'Throttling.User',
  ],
  [
    'tencent',
    startTencentTmt,
    tencentTranslationSettings,
    'translation_tencent_base',
    'TextTranslate',
    'InternalError',
  ],
] as const)(
  '%s translates in place of the chat service, each line once',
  async (provider, start, account, base, model, outage) => {
    const { talker, id, content } = await lineOf('Call me at 13800138000, I like the sea');
    const vendor = await start(app.clock.now);
    await save({ ...account, [base]: vendor.base });
    const test = () => app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'translation' } });
    expect((await test()).body.state).toBe('passed');
    const [before, asking] = [vendor.seen.length, fake.seen.length];
    const [first, second] = await Promise.all([translate(talker, id), translate(talker, id)]);
    expect(first.body.text).toContain('译文：');
    expect([second.body.text, (await translate(talker, id)).body.text]).toEqual([first.body.text, first.body.text]);
    expect([vendor.seen.length - before, fake.seen.length]).toEqual([1, asking]);
    expect(JSON.stringify(vendor.seen.at(-1))).not.toContain('13800138000');
    const { rows } =
      await sql`select purpose, provider, model, state, characters, message_id from ai_usage order by id desc limit 1`.execute(
        app.ctx.db,
      );
    expect(rows).toEqual([
      { purpose: 'translate', provider, model, state: 1, characters: content.length, message_id: id },
    ]);

    const other = await lineOf('I walked along the river');
    vendor.set({ refuse_as: outage });
    const late = await lineOf('I like trees');
    // The chat service, which wrote the line, translates meanwhile.
    const chats = fake.seen.length;
    expect((await translate(other.talker, other.id)).body.text).toBe(`译文：${other.content}`);
    expect(fake.seen.length).toBe(chats + 1);
    // Without it nobody translates now, and the page does not offer it.
    await save({ chat_driver: 'local' });
    expect((await translate(late.talker, late.id)).body.code).toBe('ai.no_translation');
    const capability = async () => (await other.talker.get('ai-settings')).body.capabilities.translate.provider;
    expect(await capability()).toBe('shipped');
    vendor.set({ refuse_as: '' });
    app.clock.advance(301_000);
    expect(await capability()).toBe('vendor');
    expect((await translate(late.talker, late.id)).body.text).toContain('译文：');
    await save({ chat_driver: 'compatible' });

    const last = await lineOf('I like music');
    await save({
      [provider === 'aliyun' ? 'translation_access_key_secret' : 'translation_secret_key']: 'wrong',
      chat_own_model: '503',
    });
    expect((await translate(last.talker, last.id)).body.code).toBe('ai.resting');
    const { items: cards } = (await app.http('GET', '/admin/todo', { as: admin })).body;
    expect(cards).toContainEqual(expect.objectContaining({ key: 'translation_refused', tone: 'danger' }));
    await save({ translation_driver: 'local', chat_own_model: 'chinese' });
    app.clock.advance(301_000);
    expect((await test()).body.state).toBe('local');
    expect((await translate(last.talker, last.id)).body.text).toContain('译文：');
    expect(fake.seen.length).toBeGreaterThan(asking);
    await vendor.close();
  },
);

it('a second service translates before the chat service does', async () => {
  const [aliyun, tencent] = [await startAliyunMt(app.clock.now), await startTencentTmt(app.clock.now)];
  const { translation_driver: name, ...account } = tencentTranslationSettings;
  await save({
    ...aliyunTranslationSettings,
    ...account,
    translation_fallback: name,
    translation_aliyun_base: aliyun.base,
    translation_tencent_base: tencent.base,
  });
  aliyun.set({ refuse_as: 'Throttling.User' });
  const { talker, id } = await lineOf('I like the rain');
  const chats = fake.seen.length;
  expect((await translate(talker, id)).body.text).toContain('译文：');
  expect([tencent.seen.length, fake.seen.length]).toEqual([1, chats]);
  await save({ translation_driver: 'local', translation_fallback: 'none' });
  await Promise.all([aliyun.close(), tencent.close()]);
});
