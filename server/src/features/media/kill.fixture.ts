// Run as a process of its own by kill.test.ts: serves uploads, or processes one video, until it is killed.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { buildApp } from '../../app.ts';
import type { Config } from '../../config.ts';
import { buildContext } from '../../context.ts';
import type { Connection } from '../../db/pool.ts';
import { processMedia } from './process-media.ts';

type Message = { config: Config; connection: Connection; media_id: number | null };

const [message] = (await once(process, 'message')) as [Message];
const ctx = await buildContext({ config: message.config, connection: message.connection, log: pino({ level: 'silent' }) });
if (message.media_id === null) {
  const app = await buildApp(ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
} else {
  await processMedia.run(ctx, { media_id: message.media_id });
}
