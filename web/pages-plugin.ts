import type { Plugin, Rolldown } from 'vite';
import { locales } from '../shared/src/locales/languages.ts';
import { pages } from '../shared/src/pages/index.ts';
import { areas, frameOf, frames, pageFile, source } from './areas.ts';

/** Loaders of an area's pages by their path, each with its wording. */
function areaModule(area: string): string {
  const own = pages.filter((page) => page.area === area);
  const parts = new Set(own.flatMap(({ words = [] }) => words));
  const loaders = own.map((page) => {
    const loads = [`import(${JSON.stringify(pageFile(page))})`, ...(page.words ?? []).map((part) => `${part}.load()`)];
    return `'${page.url}': async () => (await Promise.all([${loads.join()}]))[0]`;
  });
  return `${[...parts].map((part) => `import ${part} from 'virtual:locale/${part}';`).join('')}
export const pages = {${loaders.join()}};`;
}

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports'>;

/** Returns the names of files with all they import. */
export function importsOf(chunks: readonly Chunk[]): (names: Iterable<string>) => Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  return (names) => {
    const reached = new Set(names);
    for (const name of reached) byName.get(name)?.imports.forEach((imported) => reached.add(imported));
    return reached;
  };
}

/** Files that import each other: which of them runs first depends on the page, and that one reads exports that are not initialised yet. */
export function circlesIn(chunks: readonly Chunk[]): string[] {
  const withImports = importsOf(chunks);
  return chunks.filter(({ fileName, imports }) => withImports(imports).has(fileName)).map(({ fileName }) => fileName);
}

/** Returns the files that modules need beyond those of the entry. */
function filesBeyondEntry(chunks: readonly Rolldown.OutputChunk[]): (modules: readonly string[]) => string[] {
  const withImports = importsOf(chunks);
  const entry = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  const fileOf = (module: string): string => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (!chunk) throw new Error(`No file of the build has ${module}.`);
    return chunk.fileName;
  };
  const stylesOf = (name: string) => chunks.find(({ fileName }) => fileName === name)?.viteMetadata?.importedCss ?? [];
  return (modules) =>
    [...withImports(modules.map(fileOf))]
      .filter((name) => !entry.has(name))
      .flatMap((name) => [name, ...stylesOf(name)]);
}

/** What each page starts with; pages of resources are generated. */
const pageStarts = [
  ...pages.map((page) => ({ ...page, modules: [...frameOf(page), pageFile(page)] })),
  ...Object.entries({ '/admin/:resource': 'list', '/admin/:resource/:id': 'edit' }).map(([url, file]) => ({
    url,
    area: 'admin' as const,
    modules: [...frames.admin, source(`kit/resource-${file}.page.tsx`)],
    words: [],
    first_answers: [],
  })),
];

/**
 * From the list of pages: `virtual:pages/<area>` loads them, and `.vite/pages.json` says which files and
 * answers each needs, so that the server can announce all of them instead of the browser discovering them one by one.
 */
export function pagesPlugin(): Plugin {
  return {
    name: 'pages',
    resolveId: (id) => (id.startsWith('virtual:pages/') ? `\0${id}` : null),
    load: (id) => (id.startsWith('\0virtual:pages/') ? areaModule(id.slice(id.indexOf('/') + 1)) : null),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const circles = circlesIn(chunks);
      // Other sizes in `codeSplitting` (vite.config.ts) split the modules differently.
      if (circles.length > 0) this.error(`These files need each other: ${circles.join(', ')}.`);
      const filesOf = filesBeyondEntry(chunks);
      const wordsOf = (names: readonly string[]) =>
        Object.fromEntries(
          locales.map((locale) => [locale, filesOf(names.map((name) => `\0virtual:wording/${locale}/${name}`))]),
        );
      const needs = pageStarts.map(({ url, area, modules, words = [], first_answers: answers = [] }) => [
        url,
        {
          all: filesOf(modules),
          words: wordsOf([area, ...words]),
          answers: [...areas[area].first_answers, ...answers],
        },
      ]);
      const list = JSON.stringify(Object.fromEntries(needs));
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: list });
    },
  };
}
