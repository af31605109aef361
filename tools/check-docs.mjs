// Checks that what the documents point to exists: relative links, and paths of files between backticks.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

/** Where a path of a document may begin. */
const bases = ['', 'server/src', 'shared/src', 'web/src', 'server', 'shared', 'shared/src/resources'];

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

const isOutside = (target) => /^(https?:|mailto:|#)/.test(target);

/** `kit/scopes.ts` is a path; `<x>.routes.ts`, `*.deep.test.ts` and `text/plain` are not. */
const isPath = (code) =>
  /^[\w@.-]+(\/[\w@.-]+)*\/?$/.test(code) && code.includes('/') && /\.(tsx?|mjs|cjs|json|sql|md)$/.test(code);

const failures = documents.flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !isOutside(target) && !existsSync(join(root, dirname(document), target.split('#')[0])));
  const paths = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code]) => code)
    .filter((code) => isPath(code) && !bases.some((base) => existsSync(join(root, base, code))));
  return [...links, ...paths].map((target) => `${document}: ${target} does not exist`);
});

for (const failure of failures) process.stdout.write(`${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
