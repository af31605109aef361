// Run as a separate process by crash.test.ts: sends half of a part, reports it, and waits to be killed.
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createLocalStorage } from './local.ts';
import type { LocalStorageConfig } from './local-context.ts';
import type { PartTarget } from './local-port.ts';

type Message = { config: LocalStorageConfig; upload: PartTarget; now_ms: number; half: string };

const [message] = (await once(process, 'message')) as [Message];
const storage = createLocalStorage(message.config, {
  clock: () => new Date(message.now_ms),
  random: (bytes) => Buffer.alloc(bytes, 0xcc),
  log: { info: () => undefined, warn: () => undefined },
});
const body = new PassThrough();
void storage.putPart({ ...message.upload, part_number: 2, body });
body.write(Buffer.from(message.half, 'base64'));

const folder = join(message.config.root, '.parts', message.upload.upload_id);
const watch = setInterval(() => {
  void readdir(folder).then((names) => {
    if (!names.some((name) => name.endsWith('.tmp'))) return;
    clearInterval(watch);
    process.send?.('half written');
  });
}, 5);
