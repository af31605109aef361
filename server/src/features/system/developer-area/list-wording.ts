import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WordingEntry } from '@kaike/shared/contracts/system/developments';
import type * as developments from '@kaike/shared/contracts/system/developments';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { type Locale, locales } from '@kaike/shared/locales/languages';
import type { AdminCallOf } from '../../../core/call.ts';

type Catalogue = { readonly [key: string]: string | Catalogue };

type Text = { file: string; words: Partial<Record<Locale, string>> };

function collect(catalogue: Catalogue, prefix: string, add: (key: string, text: string) => void): void {
  for (const [key, inner] of Object.entries(catalogue)) {
    if (typeof inner === 'string') add(prefix + key, inner);
    else collect(inner, `${prefix}${key}.`, add);
  }
}

function readTexts(root: string): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const locale of locales) {
    const folder = join(root, 'shared/src/locales', locale);
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.json'),
    ))
      collect(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Catalogue, '', (key, text) => {
        const entry = texts.get(key) ?? { file, words: {} };
        entry.words[locale] = text;
        texts.set(key, entry);
      });
  }
  return texts;
}

type Mentions = { keys: Set<string>; beginnings: Set<string>; endings: Set<string> };

/** Dotted names in the source, what templates such as `errors.${code}` begin with, and what ones such as `${words}.days` end with. */
function readMentions(root: string): Mentions {
  const mentions: Mentions = { keys: new Set(), beginnings: new Set(), endings: new Set() };
  for (const folder of ['shared/src', 'server/src', 'web/src']
    .map((one) => join(root, one))
    .filter((one) => existsSync(one)))
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
      const source = readFileSync(join(folder, file), 'utf8');
      for (const [key] of source.matchAll(/[\w-]+(?:\.[\w-]+)+/g)) mentions.keys.add(key);
      for (const [, start = ''] of source.matchAll(/([\w-]+(?:\.[\w-]+)*)\.\$\{/g)) mentions.beginnings.add(start);
      for (const [, end = ''] of source.matchAll(/`\$\{\w+\}\.([\w-]+(?:\.[\w-]+)*)`/g)) mentions.endings.add(end);
    }
  return mentions;
}

function isMentioned(key: string, { keys, beginnings, endings }: Mentions): boolean {
  const parts = key.split('.');
  const isBuilt = (index: number): boolean => {
    const beginning = parts.slice(0, index).join('.');
    return beginnings.has(beginning) || (keys.has(beginning) && endings.has(parts.slice(index).join('.')));
  };
  return keys.has(key) || parts.some((_part, index) => isBuilt(index));
}

const order = { missing: 0, unused: 1, used: 2 };

/** Every text with what is wrong with it, that first. */
export async function listWording({
  ctx,
}: AdminCallOf<typeof developments.listWording>): Promise<ResponseOf<typeof developments.listWording>> {
  const root = ctx.config.project_root;
  const mentions = readMentions(root);
  const stateOf = (key: string, words: Text['words']): WordingEntry['state'] => {
    // Empty in every language is meant.
    const languages = locales.filter((locale) => words[locale]).length;
    if (languages > 0 && languages < locales.length) return 'missing';
    return isMentioned(key, mentions) ? 'used' : 'unused';
  };
  const entries = [...readTexts(root)].map(([key, { file, words }]): WordingEntry => ({
    key,
    file,
    state: stateOf(key, words),
    words: Object.fromEntries(Object.entries(words)),
  }));
  return { entries: entries.toSorted((left, right) => order[left.state] - order[right.state]) };
}
