import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DeliveryNotes } from '../http-client/delivery-notes.ts';
import { createChosenMail } from './choose-mail.ts';
import { createFakeMail } from './fake.ts';
import { createLocalMail } from './local.ts';
import { createSmtpMail, type SmtpConfig } from './smtp.ts';

const message = {
  to: 'zhangsan@example.com',
  subject: '开课：重设密码验证码 123456',
  text: '您好，\n验证码是 123456。',
};
const silent = { info: () => undefined, warn: () => undefined };
const fresh = {
  read: async () => ({ is_failing: false, has_worked: false, failed_at: null }),
  note: async () => undefined,
};
const servers: SMTPServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
});

type Mailbox = { config: SmtpConfig; received: { from: string; to: string[]; raw: string }[] };

/** A local mail server; when it requires a login, it accepts `kaike` with `secret`. */
async function startServer(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const received: Mailbox['received'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      done(username === 'kaike' && password === 'secret' ? null : new Error('bad login'), { user: username ?? '' }),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          received.push({
            from,
            to: envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('utf8'),
          });
          done();
        });
    },
    ...options,
  });
  server.on('error', () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { received, config: { host: '127.0.0.1', port, user: '', password: '', from: '开课 <noreply@example.com>' } };
}

const decoded = (raw: string): string => {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const words = head.replaceAll(/=\?UTF-8\?B\?([^?]*)\?=\s*/gi, (_, text: string) =>
    Buffer.from(text, 'base64').toString('utf8'),
  );
  return `${words}\n${Buffer.from(body.join(''), 'base64').toString('utf8')}`;
};

describe('mail by SMTP', () => {
  it('arrives with sender, receiver, subject and text', async () => {
    const { config, received } = await startServer();
    const { id } = await createSmtpMail(config, { log: silent }).send(message);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'noreply@example.com', to: ['zhangsan@example.com'] });
    expect(received[0]?.raw).toContain(id);
    expect(decoded(received[0]?.raw ?? '')).toContain('验证码是 123456。');
  });

  it('logs in when it has a user, and reports a failed login', async () => {
    const { config, received } = await startServer({ authOptional: false });
    await createSmtpMail({ ...config, user: 'kaike', password: 'secret' }, { log: silent }).send(message);
    expect(received).toHaveLength(1);
    const wrong = createSmtpMail({ ...config, user: 'kaike', password: 'wrong' }, { log: silent });
    await expect(wrong.send(message)).rejects.toMatchObject({ name: 'AdapterError', code: 'unauthorized' });
  });

  it('fails with a code for a refused receiver, a temporary error, and an unreachable server', async () => {
    const refuse = (responseCode: number) =>
      startServer({ onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })) });
    const send = (config: SmtpConfig) => createSmtpMail(config, { log: silent }).send(message);
    await expect(send((await refuse(550)).config)).rejects.toMatchObject({ code: 'rejected', reason: 'smtp_550' });
    await expect(send((await refuse(451)).config)).rejects.toMatchObject({ code: 'rate_limited', reason: 'smtp_451' });
    const noSender = await startServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 553 })),
    });
    await expect(send(noSender.config)).rejects.toMatchObject({ code: 'config_invalid', reason: 'smtp_553' });
    await expect(send({ ...(await startServer()).config, port: 1 })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('cannot be redirected to other receivers by line breaks', async () => {
    const { config, received } = await startServer();
    await createSmtpMail(config, { log: silent }).send({ ...message, subject: 'x\r\nBcc: other@example.com' });
    expect(received[0]?.to).toEqual(['zhangsan@example.com']);
    expect(received[0]?.raw).not.toMatch(/^Bcc:/m);
  });
});

describe('mail in the outbox', () => {
  it('is stored complete, and logged without the mailbox or the text', async () => {
    const outbox: unknown[] = [];
    const lines: string[] = [];
    const mailer = createLocalMail({
      is_shown: true,
      save: async (outgoing) => String(outbox.push(outgoing)),
      log: { info: (fields) => void lines.push(JSON.stringify(fields)) },
    });
    expect(await mailer.send(message)).toEqual({ id: '1' });
    expect(outbox).toEqual([{ channel: 'mail', receiver: message.to, subject: message.subject, body: message.text }]);
    expect(lines.join()).not.toMatch(/zhangsan|123456/);
  });
});

describe('the mailer of the settings', () => {
  it('switches from outbox to server to another server as the settings change', async () => {
    const [one, two] = [await startServer(), await startServer()];
    let chosen: readonly SmtpConfig[] | null = null;
    const local = createFakeMail();
    const mailer = createChosenMail({
      local,
      readServers: async () => chosen,
      notes: fresh,
      clock: () => new Date(),
      log: silent,
    });
    for (const config of [null, one.config, two.config]) {
      chosen = config && [config];
      await mailer.send(message);
    }
    expect([local.outbox.length, one.received.length, two.received.length]).toEqual([1, 1, 1]);
    chosen = [];
    expect(await mailer.can_deliver()).toBe(false);
    await expect(mailer.send(message)).rejects.toMatchObject({ code: 'config_invalid' });
  });

  it('reads what became of letters once for many pages, anew after a letter, other settings and ten seconds', async () => {
    const [one, two] = [await startServer(), await startServer()];
    let [chosen, now] = [[one.config], 0];
    const read = vi.fn<DeliveryNotes['read']>(fresh.read);
    const mailer = createChosenMail({
      local: createFakeMail(),
      readServers: async () => chosen,
      notes: { ...fresh, read },
      clock: () => new Date(now),
      log: silent,
    });
    const readsAfter = async (change: () => unknown): Promise<number> => {
      await change();
      for (let page = 0; page < 3; page += 1) await mailer.can_deliver();
      return read.mock.calls.length;
    };
    expect(await readsAfter(() => undefined)).toBe(1);
    expect(await readsAfter(() => mailer.send(message))).toBe(2);
    expect(await readsAfter(() => (chosen = [two.config]))).toBe(3);
    expect(await readsAfter(() => (now = 10_000))).toBe(4);
  });
});
