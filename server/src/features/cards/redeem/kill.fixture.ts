// Run as a process of its own: activates cards one after the other until it is killed, and tells each answer.
import { once } from 'node:events';
import pino from 'pino';
import { buildApp } from '../../../app.ts';
import { buildContext } from '../../../context.ts';
import type { Config } from '../../../config.ts';
import type { Connection } from '../../../db/pool.ts';

type Message = { config: Config; connection: Connection; token: string; tries: { code: string; request_id: string }[] };

const [message] = (await once(process, 'message')) as [Message];
const ctx = await buildContext({ config: message.config, connection: message.connection, log: pino({ level: 'silent' }) });
const app = await buildApp(ctx);
await app.ready();
process.send?.('ready');
await Promise.all(message.tries.map(async (body) => {
  const reply = await app.inject({ method: 'POST', url: '/api/home/cards/use-card', headers: { authorization: message.token }, payload: { ...body, mode: 'activate' } });
  process.send?.({ request_id: body.request_id, text: reply.payload });
}));
