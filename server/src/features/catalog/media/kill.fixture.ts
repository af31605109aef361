// Run as a separate process by kill.deep.test.ts: serves uploads, processes one video or adds to it, until it is killed.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { buildApp } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { buildContext } from '../../../context.ts';
import type { Connection } from '../../../db/pool.ts';
import { addSmallerVideo } from './smaller/add-smaller-video.ts';
import { processMedia } from './process-media.ts';

type Message = { config: Config; connection: Connection; media_id: number | null; job?: 'add-smaller-video' };

const [message] = (await once(process, 'message')) as [Message];
const ctx = await buildContext({
  config: message.config,
  connection: message.connection,
  log: pino({ level: 'silent' }),
});
if (message.media_id === null) {
  const app = await buildApp(ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
} else {
  await (message.job === undefined ? processMedia : addSmallerVideo).run(ctx, { media_id: message.media_id });
}
