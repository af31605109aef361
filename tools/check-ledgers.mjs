import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The cached balance of a ledger, and the only files that write it together with a line. */
const column = 'ai_seconds_left';
const writers = ['server/src/features/ai-seconds/post-seconds.ts', 'server/src/features/cards/redeem/activate-card.ts'];

/** Assignments in SQL (`set a = 1, ai_seconds_left = 2`), and Kysely's `set` or `values` with the column. */
const writes = [
  new RegExp(`\\bset\\b[^;\`]*\\b${column}\\s*=`, 'i'),
  new RegExp(`\\.(set|values|doUpdateSet)\\([^;]*?\\b${column}\\b\\s*[:,}]`),
];

const isCounted = (file) =>
  /\.(ts|tsx)$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file) && !writers.includes(file);

/** Files (path to source) that change the balance without its ledger. */
export const balanceWriters = (sources) =>
  Object.entries(sources)
    .filter(([file, source]) => isCounted(file) && writes.some((write) => write.test(source)))
    .map(([file]) => file);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = execFileSync('git', ['grep', '-l', '--untracked', column, '--', 'server/src', 'bench/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = files.split('\n').filter((file) => file !== '');
  const offenders = balanceWriters(
    Object.fromEntries(paths.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')])),
  );
  if (offenders.length > 0) process.stdout.write(`Change ${column} by postSeconds only:\n${offenders.join('\n')}\n`);
  process.exitCode = offenders.length > 0 ? 1 : 0;
}
