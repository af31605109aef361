import { describe, expect, test } from 'vitest';
import { createFakeSms } from './fake.ts';
import { createLocalSms } from './local.ts';
import type { SmsMessage } from './port.ts';

const message: SmsMessage = {
  to: '13800138001',
  purpose: 'login',
  params: { code: '123456', minutes: '5' },
  text: '验证码 123456，5 分钟内有效。',
};

function makeLocal() {
  const outbox: { receiver: string; body: string }[] = [];
  const lines: string[] = [];
  const sender = createLocalSms({
    is_shown: true,
    save: async (outgoing) => String(outbox.push(outgoing)),
    log: { info: (fields, text) => void lines.push(JSON.stringify(fields) + text) },
  });
  return { sender, outbox, lines };
}

describe.each([
  [
    'local',
    () => {
      const { sender, outbox } = makeLocal();
      return { sender, received: () => outbox.map(({ receiver, body }) => [receiver, body]) };
    },
  ],
  [
    'fake',
    () => {
      const sender = createFakeSms();
      return { sender, received: () => sender.outbox.map(({ to, text }) => [to, text]) };
    },
  ],
])('%s text messages', (_name, make) => {
  test('every message is accepted with a unique id and arrives complete', async () => {
    const { sender, received } = make();
    const [first, second] = [await sender.send(message), await sender.send({ ...message, to: '13900139001' })];
    expect(first.id).not.toBe(second.id);
    expect(received()).toEqual([
      ['13800138001', message.text],
      ['13900139001', message.text],
    ]);
  });
});

test('the log of the local sender contains the last four digits and no code', async () => {
  const { sender, lines } = makeLocal();
  await sender.send(message);
  expect(lines.join()).toContain('8001');
  expect(lines.join()).not.toMatch(/138001|123456/);
});

test('the fake rejects a number that ends in 0000 and stores nothing', async () => {
  const sender = createFakeSms();
  await expect(sender.send({ ...message, to: '13800130000' })).rejects.toMatchObject({
    name: 'AdapterError',
    code: 'rejected',
  });
  expect(sender.outbox).toEqual([]);
});

test('the local sender stores a notice in the outbox under its purpose', async () => {
  const outbox: object[] = [];
  const sender = createLocalSms({
    is_shown: true,
    save: async (outgoing) => String(outbox.push(outgoing)),
    log: { info: () => undefined },
  });
  await sender.send({
    to: '13800138001',
    purpose: 'notice',
    params: { title: '停课通知' },
    text: '【开课】您有一条新通知：停课通知，请登录查看。',
  });
  expect(outbox).toEqual([
    {
      channel: 'sms',
      receiver: '13800138001',
      subject: 'notice',
      body: '【开课】您有一条新通知：停课通知，请登录查看。',
    },
  ]);
});
