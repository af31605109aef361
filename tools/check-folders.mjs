import { execFileSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Source files a reader takes in at a glance; more are cut by story, as `cards/redeem` is. */
const limit = 15;

/** Folders that are a list by design: one file for each thing of a kind, named after it. */
const lists = [
  /^docs\/decisions$/,
  /^server\/migrations$/,
  /^shared\/src\/(contracts|resources)$/,
  /^shared\/src\/locales\/[\w-]+(\/resources)?$/,
  /^server\/src\/features\/.+\/handlers$/,
  /^tools$/,
];

const isCounted = (file) => /\.(ts|tsx|mjs|json|sql|md)$/.test(file) && !/\.(test|spec|fixture)\./.test(file);

/** Folders with more than fifteen files besides tests, styles and fixtures, as `folder: count`. */
export function crowdedFolders(files) {
  const counts = new Map();
  for (const file of files.filter((one) => one.includes('/') && isCounted(one))) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > limit && !lists.some((list) => list.test(folder)))
    .map(([folder, count]) => `${folder}: ${count} files`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  const crowded = crowdedFolders(files);
  if (crowded.length > 0)
    process.stdout.write(`Cut by story, as ARCHITECTURE.md says (at most ${limit} files):\n${crowded.join('\n')}\n`);
  process.exitCode = crowded.length > 0 ? 1 : 0;
}
