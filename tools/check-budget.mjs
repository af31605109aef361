import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { join } from 'node:path';
import { inRoot } from './project.mjs';

const kilobyte = 1024;
/** The page itself and the script that runs before the first paint. */
const otherFiles = 2;
/** First visits and their budgets, in KB after brotli (log-in 130 in all, a learner's page 190, a list 480): the entry, and what the page announces beyond it (web/pages-plugin.ts). Requests are those until the page is complete. */
export const visits = [
  { name: '/open/login', script: 120, style: 10, requests: 12 },
  { name: '/open/register', script: 130, style: 10 },
  { name: '/open/password', script: 130, style: 10 },
  { name: '/open/index', script: 178, style: 12, requests: 16 },
  { name: '/home/index', script: 178, style: 12, requests: 20 },
  { name: '/home/learning-records', script: 178, style: 12, requests: 26 },
  { name: '/home/cards/use-card', script: 178, style: 12 },
  { name: 'lesson', path: '/home/lessons/:id', script: 178, style: 12 },
  { name: 'talk', path: '/home/ai-teacher/talks/:id', script: 178, style: 12 },
  { name: 'admin list', path: '/admin/:resource', script: 420, style: 60, requests: 20 },
];

const weightOf = new Map();

/** Size after brotli as the server sends it: of the build's file, else compressed here. */
function weigh(path) {
  const cached = weightOf.get(path);
  if (cached !== undefined) return cached;
  const size = existsSync(`${path}.br`)
    ? readFileSync(`${path}.br`).length
    : brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  weightOf.set(path, size);
  return size;
}

/** The files that the one page of the app names. */
const filesOfEntry = (folder) =>
  [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    ([, file]) => file,
  );

/** Size of every first visit and its budget, in KB; `page` is undefined when the build has no such page. */
export function weighVisits(folder = inRoot('dist/web')) {
  const entry = filesOfEntry(folder);
  const pages = JSON.parse(readFileSync(join(folder, '.vite/pages.json'), 'utf8'));
  return visits.map((visit) => {
    const page = pages[visit.path ?? visit.name];
    const files = [...entry, ...(page?.all ?? []), ...(page?.words['zh-CN'] ?? [])];
    const sum = (ending) =>
      files.filter((file) => file.endsWith(ending)).reduce((total, file) => total + weigh(join(folder, file)), 0) /
      kilobyte;
    return {
      ...visit,
      page: page && (visit.path ?? visit.name),
      script_is: sum('.js'),
      style_is: sum('.css'),
      requests_are: files.length + otherFiles + (page?.answers.length ?? 0),
    };
  });
}

/** Why a visit exceeds its budget; empty when it does not. A page that was not built is an error. */
export function excesses(visit) {
  return [
    ...(visit.page ? [] : ['not built']),
    ...(visit.script_is > visit.script ? ['script'] : []),
    ...(visit.style_is > visit.style ? ['style'] : []),
    ...(visit.requests_are > (visit.requests ?? Infinity) ? ['requests'] : []),
  ];
}

function report(visit) {
  const over = excesses(visit);
  const requests = `${visit.requests_are}${visit.requests ? ` of ${visit.requests}` : ''} requests`;
  const weights = `script ${visit.script_is.toFixed(1)} of ${visit.script} KB, style ${visit.style_is.toFixed(1)} of ${visit.style} KB, ${requests}`;
  process.stdout.write(
    `${over.length === 0 ? 'ok  ' : 'FAIL'} ${visit.name.padEnd(20)} ${weights}${over.length === 0 ? '' : ` — ${over.join(', ')}`}\n`,
  );
  return over.length === 0;
}

function main(folder = inRoot('dist/web')) {
  if (!existsSync(join(folder, '.vite/pages.json'))) {
    process.stderr.write('There is no web build to weigh. Run: npm run build\n');
    return 1;
  }
  return weighVisits(folder).map(report).every(Boolean) ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv[2]);
