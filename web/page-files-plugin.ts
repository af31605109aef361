import type { Plugin } from 'vite';
import { locales } from '../shared/src/domain/constants.ts';
import { areaRequests, pageRequests, pageWording } from './src/areas/first-answers.ts';
import { homePages } from './src/areas/home/pages.ts';
import { openPages } from './src/areas/open/pages.ts';
import { adminPages } from './src/areas/admin/pages.ts';

type Chunk = {
  fileName: string;
  imports: string[];
  dynamicImports: string[];
  moduleIds: string[];
  isEntry: boolean;
  viteMetadata?: { importedCss: Set<string> };
};

type Needed = { all: number[]; words: Record<string, number[]>; answers: string[] };
/** What the server reads: files by number; for each URL the numbers of the files it needs beyond the entry (in every language, and per language) and the requests it starts with. */
export type PageFiles = { files: string[]; pages: Record<string, Needed> };

type Frame = { modules: readonly string[]; words: readonly string[]; answers: readonly string[] };

/** The modules, wording and first requests of an area's frame. */
const frames = {
  open: { modules: [], words: ['open'], answers: areaRequests.open },
  site: {
    modules: ['areas/open/site-chunks.ts', 'areas/shared/main-tabs.tsx'],
    words: ['open', 'site'],
    answers: areaRequests.open,
  },
  home: {
    modules: ['areas/home/home-chunks.ts', 'areas/home/home-layout.tsx', 'app/query-provider.tsx'],
    words: ['home'],
    answers: areaRequests.home,
  },
  admin: {
    modules: ['areas/admin/admin-chunks.ts', 'areas/admin/admin-layout.tsx', 'app/query-provider.tsx'],
    words: ['admin'],
    answers: areaRequests.admin,
  },
} satisfies Record<string, Frame>;
/** URLs whose page is generated from a resource. */
const generated: Record<string, string> = {
  '/admin/:resource': 'kit/resource-list.page.tsx',
  '/admin/:resource/:id': 'kit/resource-edit.page.tsx',
};

const pageFile = (file: string): string => `features/${file}.page.tsx`;

/** The frame and the module of each URL. */
function pageStarts(): [path: string, frame: Frame, module: string][] {
  const open = Object.entries(openPages).map(
    ([path, file]) => [path, file.startsWith('site/') ? frames.site : frames.open, pageFile(file)] as const,
  );
  const home = Object.entries(homePages).map(([path, file]) => [path, frames.home, pageFile(file)] as const);
  const admin = Object.entries({
    ...generated,
    ...Object.fromEntries(Object.entries(adminPages).map(([path, file]) => [path, pageFile(file)])),
  }).map(([path, file]) => [path, frames.admin, file] as const);
  return [...open, ...home, ...admin].map((one) => [...one]);
}

/**
 * Writes which files and responses a page needs, so that the server can announce all of them with the page instead of
 * the browser discovering them one after the other.
 */
export function pageFilesPlugin(): Plugin {
  return {
    name: 'page-files',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk') as unknown as Chunk[];
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const chunkOf = (module: string): Chunk | undefined =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`) || id === module));
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
      const namesOf = (required: Set<Chunk>): number[] =>
        [...required]
          .filter((chunk) => !entry.has(chunk))
          .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
          .map(number);
      const pages: PageFiles['pages'] = {};
      const chunksOf = (modules: readonly string[]): Chunk[] => modules.flatMap((module) => chunkOf(module) ?? []);
      for (const [path, { modules, words, answers }, module] of pageStarts()) {
        const wordsIn = (locale: string): Chunk[] =>
          chunksOf([...words, ...(pageWording[path] ?? [])].map((group) => `\0virtual:wording/${locale}/${group}`));
        pages[path] = {
          all: namesOf(withImports(chunksOf([...modules, module]))),
          words: Object.fromEntries(locales.map((locale) => [locale, namesOf(new Set(wordsIn(locale)))])),
          answers: [...answers, ...(pageRequests[path] ?? [])],
        };
      }
      this.emitFile({
        type: 'asset',
        fileName: '.vite/pages.json',
        source: JSON.stringify({ files, pages } satisfies PageFiles),
      });
    },
  };
}
