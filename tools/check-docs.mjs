// Checks that what the documents point to exists: relative links, and between backticks paths of files and names of the code.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

/** Where a path of a document may begin. */
const bases = ['', 'server/src', 'shared/src', 'web/src', 'server', 'shared', 'shared/src/resources'];

const filesOf = (...patterns) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));

const documents = filesOf('*.md');

const isOutside = (target) => /^(https?:|mailto:|#)/.test(target);

/** `kit/scopes.ts` is a path; `<x>.routes.ts`, `*.deep.test.ts` and `text/plain` are not. */
const isPath = (code) =>
  /^[\w@.-]+(\/[\w@.-]+)*\/?$/.test(code) && code.includes('/') && /\.(tsx?|mjs|cjs|json|sql|md)$/.test(code);

/** Every name in the code, the row types of the tables and the wording; migrations name what is gone as well. */
const names = new Set(
  filesOf('*.ts', '*.tsx', '*.mjs', '*.js', '*.cjs', '*.json', ':!tools/check-docs.mjs').flatMap((file) => [
    ...new Set(readFileSync(join(root, file), 'utf8').match(/[A-Za-z_]\w*/g)),
  ]),
);
/** Names of others, or of what is not to be written. */
const foreign = new Set(['handleCard', 'useBlocker', 'useNavigation', 'useRouteError']);
/** `activateCard`, `RowOf` and `card_num_logs` are names; words and constants of the environment are not. */
const isName = (code) => /^[a-zA-Z]+[a-z][A-Z]\w*$|^[a-z]+(_[a-z0-9]+)+$/.test(code);
/** Tells what was at the time. */
const isHistory = (document) => document === 'CHANGELOG.md';

const failures = documents.flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !isOutside(target) && !existsSync(join(root, dirname(document), target.split('#')[0])));
  const codes = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);
  const paths = codes.filter((code) => isPath(code) && !bases.some((base) => existsSync(join(root, base, code))));
  const unknown = isHistory(document)
    ? []
    : codes.filter((code) => isName(code) && !names.has(code) && !foreign.has(code));
  return [...links, ...paths, ...unknown].map((target) => `${document}: ${target} does not exist`);
});

for (const failure of failures) process.stdout.write(`${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
