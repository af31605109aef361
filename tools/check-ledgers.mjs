import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The cached balance of a ledger, and the only files that write it together with a line. */
const column = 'ai_seconds_left';
const writers = [
  'server/src/features/ai/seconds/post-seconds.ts',
  'server/src/features/cards/cards/redeem/activate-card.ts',
];

/** Assignments in SQL (`set a = 1, ai_seconds_left = 2`), and Kysely's `set` or `values` with the column. */
const writes = [
  new RegExp(`\\bset\\b[^;\`]*\\b${column}\\s*=`, 'i'),
  new RegExp(`\\.(set|values|doUpdateSet)\\([^;]*?\\b${column}\\b\\s*[:,}]`),
];

/** The only files that write lines: each signs them. */
const lineWriters = [...writers, 'server/src/features/agencies/agencies/quota/quota.ts'];
const writesLine =
  /insert\s+into\s+(card_num_logs|ai_second_logs)\b|insertInto\(\s*['"](card_num_logs|ai_second_logs)['"]/i;

const isCounted = (file) => /\.(ts|tsx)$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file);

/** Files (path to source) that change the balance without its ledger. */
export const balanceWriters = (sources) =>
  Object.entries(sources)
    .filter(
      ([file, source]) => isCounted(file) && !writers.includes(file) && writes.some((write) => write.test(source)),
    )
    .map(([file]) => file);

/** Files that write a line of a ledger, which nothing signs. */
export const unsignedWriters = (sources) =>
  Object.entries(sources)
    .filter(([file, source]) => isCounted(file) && !lineWriters.includes(file) && writesLine.test(source))
    .map(([file]) => file);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const read = (text, ...folders) =>
    Object.fromEntries(
      execFileSync('git', ['grep', '-lE', '--untracked', text, '--', ...folders], { cwd: root, encoding: 'utf8' })
        .split('\n')
        .filter((file) => file !== '')
        .map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]),
    );
  const balances = balanceWriters(read(column, 'server/src', 'bench/*.ts'));
  const lines = unsignedWriters(read('card_num_logs|ai_second_logs', 'server/src'));
  if (balances.length > 0) process.stdout.write(`Change ${column} by postSeconds only:\n${balances.join('\n')}\n`);
  if (lines.length > 0)
    process.stdout.write(
      `Write lines of the ledgers by postQuota and postSeconds only, which sign them:\n${lines.join('\n')}\n`,
    );
  process.exitCode = balances.length + lines.length > 0 ? 1 : 0;
}
