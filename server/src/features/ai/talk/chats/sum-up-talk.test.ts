import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';
import type { AiVendor } from '../../../../../test/fakes/chat/ai-vendor.ts';
import { startTalker, type Talker } from '../../../../../test/talk/talk.ts';
import { addTemplate, startVendorSchool } from '../../../../../test/talk/vendor.ts';
import { parseSummary, sumUpTalk } from './sum-up-talk.ts';

let app: TestApp;
let fake: AiVendor;
let admin: AdminPerson;
let save: (values: Record<string, unknown>) => Promise<unknown>;
beforeAll(async () => {
  app = await startTestApp();
  ({ fake, admin, save } = await startVendorSchool(app));
  await save({ chat_own_model: 'reader' });
});
afterAll(async () => {
  await app.close();
  await fake.close();
});

const written = { summary: '您点了一杯咖啡，也说了要不要糖。', advice: '练习 Could I have … 的说法。' };
const reportOf = async (talker: Talker) => (await talker.get(`ai-chats/${talker.chat_id}/report`)).body;
async function endedTalk(key?: string): Promise<Talker> {
  const talker = await startTalker(app, { key: key ?? (await addTemplate(app, 'ok')) });
  await talker.send('I would like a coffee, please');
  await talker.post(`ai-chats/${talker.chat_id}/finish`);
  return talker;
}

it('an ended talk is summed up by one call, which is booked, and erased with the talk', async () => {
  fake.proposals = JSON.stringify(written);
  const talker = await endedTalk();
  expect((await reportOf(talker)).summary).toEqual({ state: 'waiting', summary: '', advice: '' });
  await app.runJobs();
  await sumUpTalk(app.ctx, talker.chat_id);
  expect((await reportOf(talker)).summary).toEqual({ state: 'ready', ...written });
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ai_usage
    where chat_id = ${talker.chat_id} and purpose = 'report' and tokens_in > 0`.execute(app.ctx.db);
  expect(rows).toEqual([{ count: 1 }]);
  const record = await app.http('GET', `/admin/ai-chats/${talker.chat_id}`, { as: admin });
  expect(JSON.stringify(record.body.row)).not.toContain('咖啡，');
  const transcript = await app.http('POST', `/admin/ai-chats/${talker.chat_id}/transcript`, {
    as: admin,
    body: { reason: '家长询问' },
  });
  expect(transcript.body).toMatchObject(written);
  await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
  const stored = await sql`select summary, advice from ai_chats where id = ${talker.chat_id}`.execute(app.ctx.db);
  expect(stored.rows).toEqual([{ summary: '', advice: '' }]);
});

it('nothing is shown where no service can write, or what it wrote cannot be shown', async () => {
  fake.proposals = JSON.stringify({ ...written, advice: '这次对话得了 95 分。' });
  const scored = await endedTalk();
  await app.runJobs();
  expect(await reportOf(scored)).toMatchObject({ state: 'ready', summary: { state: 'none' } });
  await save({ chat_own_model: '503' });
  const away = await endedTalk();
  await app.runJobs();
  expect(await reportOf(away)).toMatchObject({ state: 'ready', summary: { state: 'none' } });
  await save({ chat_driver: 'script' });
  const calls = fake.seen.length;
  const scripted = await endedTalk('talk-cafe');
  expect((await reportOf(scripted)).summary.state).toBe('none');
  await app.runJobs();
  expect([(await reportOf(scripted)).summary.state, fake.seen.length]).toEqual(['none', calls]);
});

it.each([
  [JSON.stringify(written), written],
  [`\`\`\`json\n${JSON.stringify(written)}\n\`\`\``, written],
  ['', null],
  ['[]', null],
  ['{"summary": "您聊了咖啡。"}', null],
  ['{"summary": "You had coffee.", "advice": "多练习。"}', null],
  [JSON.stringify({ ...written, advice: '您的发音很好。' }), null],
  [JSON.stringify({ ...written, summary: '您已达到 B2 水平。' }), null],
  [JSON.stringify({ ...written, summary: '好'.repeat(201) }), null],
])('%j is read as %j', (answer, summary) => {
  expect(parseSummary(answer)).toEqual(summary);
});
