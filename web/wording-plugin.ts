import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { fallbackChain, locales, type Locale } from '../shared/src/domain/constants.ts';
import { mergeCatalogues, type Catalogue } from '../shared/src/kit/wording.ts';
import { partWording, wordingGroups, type WordingGroup, type WordingPart } from '../shared/src/locales/groups.ts';

const prefix = 'virtual:wording';
const catalogueFolder = join(import.meta.dirname, '../shared/src/locales');

function filesOf(folder: string, locale: Locale, name: string): string[] {
  const single = join(folder, locale, `${name}.json`);
  if (existsSync(single)) return [single];
  const many = join(folder, locale, name);
  return existsSync(many)
    ? readdirSync(many)
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(many, file))
    : [];
}

/** The wording of a language from the files of these names. Words it lacks come from its fallback languages, so that the browser loads a single file. */
export function readWording(
  folder: string,
  locale: Locale,
  names: readonly string[],
): { files: string[]; catalogue: Catalogue } {
  // For a duplicate key the later file wins: the reader's language comes last.
  const files = fallbackChain(locale)
    .toReversed()
    .flatMap((one) => names.flatMap((name) => filesOf(folder, one, name)));
  return {
    files,
    catalogue: mergeCatalogues(files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Catalogue)),
  };
}

const filesOfGroup: Record<WordingGroup | WordingPart, readonly string[]> = { ...wordingGroups, ...partWording };

function indexModule(): string {
  const lines = locales.flatMap((locale) =>
    Object.keys(wordingGroups).map((group) => `  '${locale}/${group}': () => import('${prefix}/${locale}/${group}'),`),
  );
  return `export const catalogues = {\n${lines.join('\n')}\n};`;
}

/** Merges the catalogue files of each area into one chunk per language, with its fallbacks. */
export function wordingPlugin(): Plugin {
  return {
    name: 'wording',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const [, locale, group] = id.slice(1).split('/');
      if (!locale) return indexModule();
      const { files, catalogue } = readWording(
        catalogueFolder,
        locale as Locale,
        filesOfGroup[group as WordingGroup | WordingPart],
      );
      for (const file of files) this.addWatchFile(file);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue))});`;
    },
    handleHotUpdate({ file, server }) {
      if (file.startsWith(catalogueFolder)) server.hot.send({ type: 'full-reload' });
    },
  };
}
