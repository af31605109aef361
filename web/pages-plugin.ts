import type { Plugin } from 'vite';
import { locales } from '../shared/src/locales/languages.ts';
import type { Area } from '../shared/src/kit/resource.ts';
import { pages } from '../shared/src/pages/index.ts';
import type { PageDefinition } from '../shared/src/pages/page.ts';
import { areas, frameOf, frames, pageFile, source } from './areas.ts';

type Chunk = {
  fileName: string;
  imports: string[];
  moduleIds: string[];
  isEntry: boolean;
  viteMetadata?: { importedCss: Set<string> };
};

type PageNeeds = { all: number[]; words: Record<string, number[]>; answers: string[] };
/** What the server reads: files by number; for each URL the numbers of the files it needs beyond the entry (in every language, and per language) and the requests it starts with. */
type PageFiles = { files: string[]; pages: Record<string, PageNeeds> };

const importOf = (page: PageDefinition): string => `() => import(${JSON.stringify(pageFile(page))})`;
const entriesOf = (some: readonly PageDefinition[], load: (page: PageDefinition) => string): string =>
  `{${some.map((page) => `'${page.url}': ${load(page)}`).join()}}`;

/** What the entry knows: the public paths, and how to load what most first visits open. */
function entryModule(): string {
  const open = pages.filter(({ area }) => area === 'open');
  return `export const openPaths = ${JSON.stringify(open.map(({ url }) => url))};
export const entryPages = ${entriesOf(
    open.filter((page) => page.in_entry),
    importOf,
  )};`;
}

/** Loaders of an area's pages by their path, each with its wording. */
function areaModule(area: string): string {
  const own = pages.filter((page) => page.area === area);
  const parts = [...new Set(own.flatMap(({ words }) => words ?? []))];
  const imports = parts.map((part) => `import ${part} from 'virtual:words/${part}';`);
  const load = (page: PageDefinition): string =>
    page.words ? `withWords(${importOf(page)}, [${page.words.join()}])` : importOf(page);
  return `import { withWords } from ${JSON.stringify(source('areas/page-loader.ts'))};
${imports.join('\n')}
export const pages = ${entriesOf(own, load)};`;
}

/** Files of chunks and of what they import, by number, without those of the entry. */
function createFileList(bundle: Record<string, unknown>) {
  const chunks = (Object.values(bundle) as (Chunk & { type: string })[]).filter(({ type }) => type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (start: readonly Chunk[]): Set<Chunk> => {
    const visited = new Set<Chunk>();
    const visit = (chunk: Chunk | undefined): void => {
      if (!chunk || visited.has(chunk)) return;
      visited.add(chunk);
      chunk.imports.forEach((name) => visit(byFile.get(name)));
    };
    start.forEach(visit);
    return visited;
  };
  const entry = withImports(chunks.filter(({ isEntry }) => isEntry));
  const files: string[] = [];
  const number = (file: string): number => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
  const chunkOf = (module: string): Chunk => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (!chunk) throw new Error(`No file of the build has ${module}.`);
    return chunk;
  };
  const numbersOf = (modules: readonly string[]): number[] => {
    const required = withImports(modules.map(chunkOf));
    return [...required]
      .filter((chunk) => !entry.has(chunk))
      .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
      .map(number);
  };
  return { files, numbersOf };
}

/** What each page starts with; pages of resources are generated. */
function* pageStarts(): Generator<{
  url: string;
  area: Area;
  modules: string[];
  words?: readonly string[];
  first_answers?: readonly string[];
}> {
  for (const page of pages) yield { ...page, modules: [...frameOf(page), pageFile(page)] };
  for (const [url, file] of [
    ['/admin/:resource', 'list'],
    ['/admin/:resource/:id', 'edit'],
  ] as const)
    yield { url, area: 'admin', modules: [...frames.admin, source(`kit/resource-${file}.page.tsx`)] };
}

/**
 * From the list of pages: `virtual:pages` and `virtual:pages/<area>` load them, and `.vite/pages.json` says which files and
 * answers each needs, so that the server can announce all of them instead of the browser discovering them one by one.
 */
export function pagesPlugin(): Plugin {
  return {
    name: 'pages',
    resolveId: (id) => (/^virtual:pages\b/.test(id) ? `\0${id}` : null),
    load(id) {
      const [kind, area] = id.split('/');
      if (kind !== '\0virtual:pages') return null;
      return area ? areaModule(area) : entryModule();
    },
    generateBundle(_options, bundle) {
      const { files, numbersOf } = createFileList(bundle);
      const needed: PageFiles['pages'] = {};
      for (const { url, area, modules, words = [], first_answers = [] } of pageStarts())
        needed[url] = {
          all: numbersOf(modules),
          words: Object.fromEntries(
            locales.map((locale) => [
              locale,
              numbersOf([area, ...words].map((group) => `\0virtual:wording/${locale}/${group}`)),
            ]),
          ),
          answers: [...areas[area].first_answers, ...first_answers],
        };
      const list: PageFiles = { files, pages: needed };
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(list) });
    },
  };
}
