import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { kill, startProcess } from './kill.ts';
import type { StandStill } from './receiver-process.ts';

export type Receiver = {
  /** Stays the same whatever happens to the process behind it. */
  base: string;
  start: (standStill?: StandStill) => Promise<void>;
  kill: () => Promise<void>;
  /** Kills it once it stands still. */
  killAtStandStill: () => Promise<void>;
  /** What it took in, in all its lives. */
  taken: () => { headers: IncomingHttpHeaders; body: string }[];
  close: () => Promise<void>;
};

/** A receiver of webhooks in a process of its own, behind an address that refuses connections while the process is gone. */
export async function createReceiver(folder: string): Promise<Receiver> {
  const file = join(folder, 'taken.jsonl');
  let child: ChildProcess | null = null;
  let port: number | null = null;
  const relay = createServer((near) => {
    near.on('error', () => undefined);
    if (port === null) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    far.on('error', () => undefined).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const end = async (): Promise<void> => {
    port = null;
    if (child) await kill(child);
  };
  return {
    base: `https://localhost:${(relay.address() as AddressInfo).port}`,
    async start(standStill = 'never') {
      child = startProcess(join(import.meta.dirname, 'receiver-process.ts'), { args: [file, standStill] });
      const [{ address }] = (await once(child, 'message')) as [{ address: AddressInfo }];
      ({ port } = address);
    },
    kill: end,
    async killAtStandStill() {
      if (child) await once(child, 'message');
      await end();
    },
    taken: () =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as ReturnType<Receiver['taken']>[number])
        : [],
    async close() {
      await end();
      relay.close();
      await once(relay, 'close');
    },
  };
}
