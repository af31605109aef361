import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { inRoot } from './project.mjs';

const kilobyte = 1024;

/** First visits and what they may weigh, in KB after brotli: entry, layout, page and wording with everything they import statically. */
const visits = [
  { name: '/open/login', area: 'open', page: /\/auth\/login\.page\.tsx$/, script: 110, style: 8 },
  { name: '/home/index', area: 'home', page: /\/home\/.*(?:home|index)[\w.-]*\.page\.tsx$/, script: 130, style: 12 },
  { name: 'lesson', area: 'home', page: /\/watching\/.*(?:lesson|player|watch)[\w.-]*\.page\.tsx$/, script: 150, style: 14 },
  { name: 'admin list', area: 'admin', page: /\/kit\/resource-list\.page\.tsx$/, script: 340, style: 80 },
];

const weightOf = new Map();

/** Size after brotli as the server sends it: the file made by the build, else compressed here. */
function weigh(file) {
  const known = weightOf.get(file);
  if (known !== undefined) return known;
  const path = inRoot('dist/web', file);
  const size = existsSync(`${path}.br`) ? readFileSync(`${path}.br`).length : brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  weightOf.set(file, size);
  return size;
}

/** Files of manifest entries and of all they import statically. */
function collect(manifest, keys, found = new Set()) {
  const files = new Set();
  const queue = [...keys];
  while (queue.length > 0) {
    const key = queue.pop();
    const entry = manifest[key];
    if (!entry || found.has(key)) continue;
    found.add(key);
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file);
    queue.push(...(entry.imports ?? []));
  }
  return files;
}

function keysOf(manifest, visit) {
  const names = Object.keys(manifest);
  const page = names.find((name) => visit.page.test(`/${name}`));
  const layout = names.find((name) => name.includes(`areas/${visit.area}/`) && /layout/.test(name));
  const wording = names.filter((name) => /locales\/zh-CN\//.test(name) || new RegExp(`zh-CN.*${visit.area}|${visit.area}.*zh-CN`).test(name));
  return { page, keys: ['index.html', ...(layout ? [layout] : []), ...(page ? [page] : []), ...wording] };
}

const sum = (files, ending) => [...files].filter((file) => file.endsWith(ending)).reduce((total, file) => total + weigh(file), 0) / kilobyte;

/** What every first visit weighs against its budget, in KB; `page` is undefined when the build has no such page. */
export function weighVisits() {
  const manifest = JSON.parse(readFileSync(inRoot('dist/web/.vite/manifest.json'), 'utf8'));
  return visits.map((visit) => {
    const { page, keys } = keysOf(manifest, visit);
    const files = collect(manifest, keys);
    return { ...visit, page, files: [...files], script_is: sum(files, '.js'), style_is: sum(files, '.css') };
  });
}
