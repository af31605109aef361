import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { join } from 'node:path';
import { inRoot } from './project.mjs';

const kilobyte = 1024;
/** Requests of a first visit besides scripts and styles: document, early script, icon, config, token and client id. */
const otherRequests = 6;

/** First visits and their budgets, in KB after brotli: entry, layout, page and wording with all static imports. */
export const visits = [
  { name: '/open/login', area: 'open', page: 'src/features/auth/login.page.tsx', script: 110, style: 8, requests: 15 },
  { name: '/open/register', area: 'open', page: 'src/features/auth/register.page.tsx', script: 110, style: 8 },
  { name: '/open/password', area: 'open', page: 'src/features/auth/forgot-password.page.tsx', script: 110, style: 8 },
  {
    name: '/open/index',
    area: 'open',
    page: 'src/features/site/site-home.page.tsx',
    further: ['src/areas/open/site-chunks.ts', 'virtual:wording/zh-CN/site'],
    script: 130,
    style: 12,
    requests: 22,
  },
  {
    name: '/home/index',
    area: 'home',
    page: 'src/features/home/home-index.page.tsx',
    script: 130,
    style: 12,
    requests: 25,
  },
  {
    name: '/home/cards/use-card',
    area: 'home',
    page: 'src/features/cards/activate-card.page.tsx',
    script: 140,
    style: 12,
  },
  { name: 'lesson', area: 'home', page: 'src/features/watching/lesson.page.tsx', script: 150, style: 14 },
  { name: 'admin list', area: 'admin', page: 'src/kit/resource-list.page.tsx', script: 340, style: 80, requests: 50 },
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

/** Files of manifest entries and all their static imports. */
function collect(manifest, keys) {
  const visited = new Set();
  const files = new Set();
  const queue = [...keys];
  while (queue.length > 0) {
    const key = queue.pop();
    const entry = manifest[key];
    if (entry === undefined) throw new Error(`The manifest has no ${key}.`);
    if (visited.has(key)) continue;
    visited.add(key);
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file);
    queue.push(...(entry.imports ?? []));
  }
  return [...files];
}

function weighVisit(visit, { manifest, folder }) {
  const page = visit.page in manifest ? visit.page : undefined;
  // The layout of the public area is part of the entry.
  const layout = `src/areas/${visit.area}/${visit.area}-layout.tsx`;
  const files = collect(manifest, [
    'index.html',
    `virtual:wording/zh-CN/${visit.area}`,
    ...(visit.area === 'open'
      ? []
      : [layout, `src/areas/${visit.area}/${visit.area}-chunks.ts`, 'src/app/query-provider.tsx']),
    ...(page ? [page] : []),
    ...(visit.further ?? []),
  ]);
  const sum = (ending) =>
    files.filter((file) => file.endsWith(ending)).reduce((total, file) => total + weigh(join(folder, file)), 0) /
    kilobyte;
  return {
    ...visit,
    page,
    files,
    script_is: sum('.js'),
    style_is: sum('.css'),
    requests_are: files.length + otherRequests,
  };
}

/** Size of every first visit and its budget, in KB; `page` is undefined when the build has no such page. */
export function weighVisits(folder = inRoot('dist/web')) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  return visits.map((visit) => weighVisit(visit, { manifest, folder }));
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
  if (!existsSync(join(folder, '.vite/manifest.json'))) {
    process.stderr.write('There is no web build to weigh. Run: npm run build\n');
    return 1;
  }
  return weighVisits(folder).map(report).every(Boolean) ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv[2]);
