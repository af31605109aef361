import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextPort } from './start-server.ts';

const startWithinMs = 240_000;
const root = new URL('../../..', import.meta.url).pathname;

export type Development = {
  folder: string;
  /** Where the pages are served from source. */
  url: string;
  admin_password: string;
  stop: () => Promise<void>;
};

/** A checkout of its own, as a developer has one: what is written there touches nothing else. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kaike-development-'));
  // As root the database runs as another user, who has to reach its files.
  chmodSync(folder, 0o755);
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of list.toString().split('\0').filter(Boolean)) cpSync(join(root, file), join(folder, file));
  execFileSync('cp', ['-a', join(root, 'node_modules'), folder]);
  rmSync(join(folder, 'node_modules/.vite'), { recursive: true, force: true });
  execFileSync('git', ['init', '-q'], { cwd: folder });
  execFileSync('git', ['add', '-A'], { cwd: folder });
  return folder;
}

/** Starts `npm run dev` in a copy of the project, with an empty school. */
export async function startDevelopment(): Promise<Development> {
  const folder = copyProject();
  const password = 'Kaike2026test';
  const child = spawn(process.execPath, ['tools/dev.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(await nextPort()),
      NODE_ENV: 'development',
      KAIKE_ENV: 'local',
      KAIKE_DATA_DIR: join(folder, '.data'),
      KAIKE_ADMIN_PASSWORD: password,
      DATABASE_URL: '',
      REDIS_URL: '',
    },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (part: Buffer): void => {
      printed += part.toString();
      const [, address] = /Open (http\S+?)\/? to see/.exec(printed) ?? [];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    setTimeout(() => reject(new Error(`npm run dev did not come up: ${printed}`)), startWithinMs).unref();
    child.once('exit', (code) => reject(new Error(`npm run dev ended with ${code}: ${printed}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { folder, url, admin_password: password, stop };
}
