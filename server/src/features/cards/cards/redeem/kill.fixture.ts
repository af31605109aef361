// Runs as a separate process: activates some cards one by one and the others concurrently until killed, and reports each response.
import { once } from 'node:events';
import pino from 'pino';
import { buildApp } from '../../../../app.ts';
import { buildContext } from '../../../../context.ts';
import type { Config } from '../../../../config.ts';
import type { Connection } from '../../../../db/pool.ts';

type Try = { code: string; request_id: string };
type Message = { config: Config; connection: Connection; token: string; first: Try[]; others: Try[] };

const [message] = (await once(process, 'message')) as [Message];
const ctx = await buildContext({
  config: message.config,
  connection: message.connection,
  log: pino({ level: 'silent' }),
});
const app = await buildApp(ctx);
await app.ready();
const activate = async (body: Try): Promise<void> => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/home/cards/use-card',
    headers: { authorization: message.token },
    payload: { ...body, mode: 'activate' },
  });
  process.send?.({ request_id: body.request_id, text: reply.payload });
};
for (const each of message.first) await activate(each);
await Promise.all(message.others.map(activate));
