import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { fallbackChain, locales, type Locale } from '../shared/src/locales/languages.ts';
import { mergeCatalogues, type Catalogue } from '../shared/src/kit/wording.ts';
import { areas } from './areas.ts';

const catalogueFolder = join(import.meta.dirname, '../shared/src/locales');
const partWords = join(import.meta.dirname, 'src/app/part-words.ts');

/** The catalogue files of a name: one file, or all of a folder. */
function filesOf(folder: string, locale: Locale, name: string): string[] {
  const [file, many] = [join(folder, locale, `${name}.json`), join(folder, locale, name)];
  if (existsSync(file)) return [file];
  return existsSync(many) ? readdirSync(many).map((one) => join(many, one)) : [];
}

/** The wording of a language from the files of these names. Words it lacks come from its fallback languages, so that the browser loads a single file. */
export function loadWording(
  folder: string,
  locale: Locale,
  names: readonly string[],
): { files: string[]; catalogue: Catalogue } {
  // For a duplicate key the later file wins: the reader's language comes last.
  const files = fallbackChain(locale)
    .toReversed()
    .flatMap((one) => names.flatMap((name) => filesOf(folder, one, name)));
  if (files.length === 0) throw new Error(`No language has the wording ${names.join(', ')}.`);
  return {
    files,
    catalogue: mergeCatalogues(files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Catalogue)),
  };
}

const namesIn = (group: string): readonly string[] =>
  Object.entries(areas).find(([area]) => area === group)?.[1].words ?? [group];
/** Loaders of a part's or an area's wording by language. */
const loadersOf = (name: string): string =>
  `{${locales.map((locale) => `'${locale}': () => import('virtual:wording/${locale}/${name}')`).join()}}`;

const areasModule = (): string =>
  `export const catalogues = {${Object.keys(areas)
    .map((area) => `${area}: ${loadersOf(area)}`)
    .join()}};`;
const partModule = (name: string): string =>
  `import { partWords } from ${JSON.stringify(partWords)};\nexport default partWords(${loadersOf(name)});`;

/** The words of antd in each language, with those of dayjs for its date pickers. */
function antdModule(): string {
  const imports = locales.map((locale, index) => {
    const { language, region } = new Intl.Locale(locale).maximize();
    return `import locale${index} from 'antd/locale/${language}_${region}';
import 'dayjs/locale/${locale.toLowerCase()}';`;
  });
  return `${imports.join('\n')}\nexport default {${locales.map((locale, index) => `'${locale}': locale${index}`).join()}};`;
}

/**
 * Wording from the catalogue files: `virtual:wording/<locale>/<area or file>` is one chunk, with its fallbacks;
 * `virtual:locale/<file>` loads such a chunk in the reader's language, and `virtual:wording` lists those of the areas.
 */
export function wordingPlugin(): Plugin {
  return {
    name: 'wording',
    resolveId: (id) => (/^virtual:(?:wording|locale|antd-locales)\b/.test(id) ? `\0${id}` : null),
    load(id) {
      const [kind, first = '', group] = id.split('/');
      if (kind === '\0virtual:locale') return partModule(first);
      if (kind === '\0virtual:antd-locales') return antdModule();
      if (kind !== '\0virtual:wording') return null;
      if (!group) return areasModule();
      const { files, catalogue } = loadWording(catalogueFolder, first as Locale, namesIn(group));
      for (const file of files) this.addWatchFile(file);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue))});`;
    },
    handleHotUpdate({ file, server }) {
      if (file.startsWith(catalogueFolder)) server.hot.send({ type: 'full-reload' });
    },
  };
}
