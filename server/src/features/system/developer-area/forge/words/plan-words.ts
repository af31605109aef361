import { join } from 'node:path';
import { neededWords } from '@kaike/shared/kit/rows/needed-words';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { createTranslator } from '@kaike/shared/kit/wording';
import { locales, type Locale } from '@kaike/shared/locales/languages';
import { loadCatalogue } from '../../../../../core/wording.ts';
import type { PlannedFile, Project } from '../project.ts';
import { addEmptyWords } from './words.ts';

const logs = ['logs', 'down-log'] as const;
const noWords = '{}';

function planLanguage(project: Project, resource: ResourceDefinition, locale: Locale): PlannedFile[] {
  const folder = `shared/src/locales/${locale}/resources`;
  const catalogue = loadCatalogue(locale, join(project.root, 'shared/src/locales'));
  const t = createTranslator({ locale, catalogues: [catalogue] });
  const keys = neededWords(resource).flatMap((need) => (need.some((key) => t(key) !== key) ? [] : need.slice(0, 1)));
  const path = `${folder}/${resource.name}.json`;
  const before = project.read(path);
  const key = `resources.${resource.name}.name`;
  const name = t(key);
  return [
    { path, before, after: keys.length > 0 ? addEmptyWords(before ?? noWords, keys) : (before ?? noWords) },
    // The lists of the logs name the resource as it names itself.
    ...(name === key ? [] : logs).map((log): PlannedFile => {
      const file = `${folder}/${log}.json`;
      const text = project.need(file);
      const empty = `${JSON.stringify(resource.name)}: ""`;
      return {
        path: file,
        before: text,
        after: text.replace(empty, () => `${JSON.stringify(resource.name)}: ${JSON.stringify(name)}`),
      };
    }),
  ];
}

/**
 * The catalogues of a resource with empty words for what it lacks in each language. Once it has its name, the lists of the
 * logs take it over where they have none.
 */
export const planWords = (project: Project, resource: ResourceDefinition): PlannedFile[] =>
  locales.flatMap((locale) => planLanguage(project, resource, locale)).filter(({ before, after }) => before !== after);
