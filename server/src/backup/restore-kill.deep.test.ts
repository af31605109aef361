import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { buildServer } from '../../test/processes/bundle.ts';
import { kill } from '../../test/processes/kill.ts';
import { isReady, startMs } from '../../test/processes/spawn-server.ts';

/** An installation on a database of its own, with a secret that it made itself. */
type Place = { database: TestDatabase; folder: string };
type Run = { child: ChildProcess; text: () => string };

const uploads = 200;
let folder: string;
let source: Place;
let file: string;
const places: Place[] = [];

async function makePlace(name: string): Promise<Place> {
  const place = { database: await createEmptyDatabase(), folder: join(folder, name) };
  mkdirSync(place.folder, { mode: 0o700 });
  places.push(place);
  return place;
}

function launch({ database, folder: dataFolder }: Place, ...args: string[]): Run {
  const { host, port, user, password, database: name } = database.connection;
  const child = spawn(process.execPath, [buildServer(), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      KAIKE_ENV: 'testing',
      KAIKE_DATA_DIR: dataFolder,
      KAIKE_ADMIN_PASSWORD: 'Kaike2026test',
      PORT: '0',
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, text: () => output };
}

/** Runs a command to its end. */
async function run(place: Place, ...args: string[]): Promise<{ code: number | null; text: string }> {
  const { child, text } = launch(place, ...args);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text: text() };
}

/** Starts the server; resolves with what it says when it is ready or has ended. */
async function start(place: Place): Promise<{ is_ready: boolean; text: string }> {
  const { child, text } = launch(place, 'start');
  const hasEnded = () => isReady(text()) || child.exitCode !== null;
  await vi.waitFor(() => expect(hasEnded()).toBe(true), { interval: 20, timeout: startMs });
  const isUp = child.exitCode === null;
  if (isUp) {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
  return { is_ready: isUp, text: text() };
}

async function ask(client: pg.Client, statement: string): Promise<unknown> {
  const { rows } = await client.query<{ answer: unknown }>(statement);
  return rows[0]?.answer;
}

async function withDatabase<T>({ database }: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database.connection);
  await client.connect();
  return work(client).finally(() => client.end());
}

const hasTable = "select to_regclass('public.app_state') is not null as answer";
const isMarked = "select exists (select 1 from app_state where key = 'restore') as answer";

/** Whether the rows are there and the restore says of itself that it is not finished. */
const isCommitted = async (client: pg.Client): Promise<boolean> =>
  (await ask(client, hasTable)) === true && (await ask(client, isMarked)) === true;

const stagedIn = (place: Place): string[] => readdirSync(place.folder).filter((name) => name.startsWith('restore-'));
const secretOf = (place: Place): string => readFileSync(join(place.folder, 'secret'), 'utf8');
const filesOf = (place: Place): string[] => {
  const path = join(place.folder, 'uploads/kept');
  return existsSync(path) ? readdirSync(path) : [];
};

/** Where a restore is killed, by what it has written by then. */
const points: [name: string, hasReached: (place: Place, client: pg.Client) => Promise<boolean> | boolean][] = [
  ['unpacks', (place) => stagedIn(place).length > 0],
  [
    'has unpacked a file',
    (place) => stagedIn(place).some((name) => existsSync(join(place.folder, name, 'uploads/kept'))),
  ],
  ['has brought the rows', (_place, client) => isCommitted(client)],
  ['has put the files in place', (place) => filesOf(place).length === uploads],
  [
    'has written the secret',
    (place) => existsSync(join(place.folder, 'secret')) && secretOf(place) === secretOf(source),
  ],
];

/** Restores and kills the process at the point. One that was through before it could be killed begins anew in another place. */
async function killedAt(name: string, hasReached: (typeof points)[number][1]): Promise<Place> {
  for (let turn = 1; ; turn += 1) {
    const place = await makePlace(`${name.replaceAll(' ', '-')}-${turn}`);
    const { child, text } = launch(place, 'restore', file);
    await withDatabase(place, async (client) => {
      while (child.exitCode === null && !(await hasReached(place, client))) await new Promise(setImmediate);
    });
    await kill(child);
    if (child.signalCode === 'SIGKILL') return place;
    expect([child.exitCode, text()]).toEqual([0, expect.stringContaining('Restored')]);
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-restore-kill-'));
  source = await makePlace('source');
  await start(source);
  mkdirSync(join(source.folder, 'uploads/kept'), { recursive: true });
  for (let index = 0; index < uploads; index += 1)
    writeFileSync(join(source.folder, 'uploads/kept', `${index}.txt`), `file ${index}`);
  file = join(folder, 'backup.tar.gz');
  const { code, text } = await run(source, 'backup', '--out', file);
  if (code !== 0) throw new Error(text);
});
afterAll(async () => {
  for (const { database } of places) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

it.each(points)('a restore that is killed when it %s is finished by running it again', async (name, hasReached) => {
  const place = await killedAt(name, hasReached);
  if (await withDatabase(place, isCommitted)) {
    const refused = await start(place);
    expect(refused).toMatchObject({
      is_ready: false,
      text: expect.stringContaining(`run kaike restore ${file} again`),
    });
    expect(filesOf(place).length === uploads || stagedIn(place).length > 0).toBe(true);
  }
  const again = await run(place, 'restore', file);
  expect([again.code, again.text]).toEqual([0, expect.stringContaining('Restored')]);
  expect([stagedIn(place), filesOf(place).length, secretOf(place)]).toEqual([[], uploads, secretOf(source)]);
  const admins = 'select json_agg(username order by id) as answer from users';
  expect(await withDatabase(place, (client) => ask(client, admins))).toEqual(
    await withDatabase(source, (client) => ask(client, admins)),
  );
  expect(await start(place)).toMatchObject({ is_ready: true });
  expect((await run(place, 'doctor')).text).not.toContain('was not finished');
});
