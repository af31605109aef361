import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Reply, type TestApp } from '../../../../test/app.ts';
import vectors from '../../../../test/fakes/vectors/standard-webhooks.json' with { type: 'json' };
import { isSigned, parseWebhookSecret, signMessage } from '../../../core/messages/standard-webhook.ts';

let app: TestApp;
let messageId: number;
let counter = 0;

beforeAll(async () => {
  app = await startTestApp();
  await app.setting('ai_callback_secret', vectors.secret);
  const member = await app.person.member();
  const teacher =
    (await app.ctx.db.selectFrom('ai_peoples').select('id').executeTakeFirst()) ??
    (await app.ctx.db.insertInto('ai_peoples').values({ name: 'Emma' }).returning('id').executeTakeFirstOrThrow());
  const chat = await app.ctx.db
    .insertInto('ai_chats')
    .values({ member_id: member.member_id, people_id: teacher.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  messageId = (
    await app.ctx.db
      .insertInto('ai_messages')
      .values({ chat_id: chat.id, seq: 1, role: 'ai', callback_id: 't_1' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => app.close());

const row = () =>
  app.ctx.db
    .selectFrom('ai_messages')
    .select(['content', 'status', 'audio_url', 'stt_text'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();

function send(content: object, change: { id?: string; age?: number; secret?: string } = {}): Promise<Reply> {
  const body = JSON.stringify(content);
  const id = change.id ?? `msg_${(counter += 1)}`;
  const seconds = Math.floor(app.clock.now().getTime() / 1000) - (change.age ?? 0);
  const key = Buffer.from((change.secret ?? vectors.secret).slice('whsec_'.length), 'base64');
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  return app.http('POST', '/open/ai-messages/callback-notification', {
    base: '/api',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,AAAA ${signature}`,
    },
  });
}
const chat = (status: string, text = '') => ({
  type: `chat.${status === 'failed' ? 'failed' : 'completed'}`,
  data: { task_id: 't_1', status, text },
});

it('signs and reads the published messages', () => {
  const key = parseWebhookSecret(vectors.secret);
  if (!key) throw new Error('the vectors hold a secret');
  const { msgId, timestamp, payload, expected } = vectors.published;
  expect(signMessage(key, { id: msgId, seconds: timestamp, body: payload })).toBe(expected);
  for (const { headers, body } of [vectors.openaiShaped, vectors.productCallback]) {
    expect(isSigned(key, { headers, body: Buffer.from(body) }, new Date(1_768_464_000_000))).toBe(true);
    expect(isSigned(key, { headers, body: Buffer.from(`${body} `) }, new Date(1_768_464_000_000))).toBe(false);
    expect(isSigned(key, { headers, body: Buffer.from(body) }, new Date(1_768_464_301_000))).toBe(false);
  }
  expect([parseWebhookSecret(''), parseWebhookSecret('secret'), parseWebhookSecret('whsec_short')]).toEqual([
    null,
    null,
    null,
  ]);
});

it('refuses what is not signed, old, or signed with another secret', async () => {
  expect(
    (await app.http('POST', '/open/ai-messages/callback-notification', { base: '/api', body: chat('succeeded', 'x') }))
      .status,
  ).toBe(401);
  for (const change of [{ age: 301 }, { age: -301 }, { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }])
    expect((await send(chat('succeeded', 'x'), change)).status).toBe(401);
  expect((await row()).content).toBe('');
});

it('stores a result once, and only for an open message', async () => {
  expect(
    (await send({ type: 'chat.completed', data: { task_id: 'unknown', status: 'succeeded', text: 'x' } })).status,
  ).toBe(204);
  expect((await send({ hello: 'world' })).status).toBe(204);
  for (const text of ['Hello there', 'another'])
    expect((await send(chat('succeeded', text), { id: 'msg_same' })).status).toBe(204);
  expect(await row()).toMatchObject({ content: 'Hello there', status: 3 });
  await send(chat('failed'));
  await send(chat('succeeded', 'later'));
  expect(await row()).toMatchObject({ content: 'Hello there', status: 3 });
});

it('stores an https audio address and the transcription', async () => {
  await send({
    type: 'read-text.completed',
    data: { task_id: 't_1', status: 'succeeded', audio_url: 'javascript:alert(1)' },
  });
  expect((await row()).audio_url).toBeNull();
  await send({
    type: 'read-text.completed',
    data: { task_id: 't_1', status: 'succeeded', audio_url: 'https://ai.example.com/a.mp3' },
  });
  await send({ type: 'transcription.completed', data: { task_id: 't_1', status: 'succeeded', text: 'good morning' } });
  expect(await row()).toMatchObject({ audio_url: 'https://ai.example.com/a.mp3', stt_text: 'good morning' });
});

it('accepts nothing while no secret is set', async () => {
  await app.setting('ai_callback_secret', '');
  expect((await send(chat('succeeded', 'x'))).status).toBe(401);
});
