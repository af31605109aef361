import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { locales } from '@kaike/shared/locales/languages';
import { createCatalog } from '../core/settings/setting-fields.ts';
import { loadCatalogue } from '../core/wording.ts';
import { findProjectRoot } from '../project-root.ts';
import type { Capability } from './provider.ts';
import { capabilities, settingGroups } from './setting-groups.ts';

const { fields, groups } = createCatalog(settingGroups);
const keys = Object.keys(fields);

function readSources(): string[] {
  const root = findProjectRoot();
  return ['server/src', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test|\.fixture)\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
}

const countUses = (sources: readonly string[], text: string): number =>
  sources.reduce((sum, source) => sum + (source.match(new RegExp(`\\b${text}\\b`, 'g'))?.length ?? 0), 0);

/** Patterns of the keys that sources put together, such as `oauth_${name}_id`. */
const patternsIn = (sources: readonly string[]): RegExp[] =>
  sources.flatMap((source) =>
    [...source.matchAll(/`([a-z]{3,}_)?\$\{\w+\}(_[a-z]+)?`/g)].flatMap(([, start = '', end = '']) =>
      start + end === '' ? [] : [new RegExp(`^${start}[a-z]+${end}$`)],
    ),
  );

it('holds no setting that no code reads', () => {
  const sources = readSources();
  const patterns = patternsIn(sources);
  // What selects a provider, and the account of the second one, is read by the engine, the templates of a vendor by the prefix they were declared with.
  const selectors = Object.values(capabilities).flatMap((one: Capability) => [
    one.driver,
    one.fallback,
    ...Object.values(one.fallback_settings ?? {}),
  ]);
  const unread = keys.filter(
    (key) =>
      !selectors.includes(key) &&
      countUses(sources, /^(.*sms_template)_/.exec(key)?.[1] ?? key) < 2 &&
      !patterns.some((pattern) => pattern.test(key)),
  );
  expect(unread).toEqual([]);
});

it.each(locales)('has the words of every setting, choice and group in %s, and no others', (locale) => {
  const words = loadCatalogue(locale);
  const missing = [
    ...keys.map((key) => `fields.${key}`),
    ...Object.entries(fields).flatMap(([key, { choices }]) =>
      (choices ?? []).map((one) => `choices.${key}.${one.key}`),
    ),
    ...Object.keys(groups).map((group) => `groups.${group}`),
  ].filter((key) => !(`resources.configs.${key}` in words));
  const unused = Object.keys(words).flatMap((path) => {
    const [, key = ''] = /^resources\.configs\.(?:fields|help|choices)\.([^.]+)/.exec(path) ?? [];
    return key === '' || key in fields ? [] : [path];
  });
  expect({ missing, unused }).toEqual({ missing: [], unused: [] });
});

it('has providers that are one folder of at most 250 lines each', () => {
  const adapters = join(findProjectRoot(), 'server/src/adapters');
  const folders = readdirSync(adapters, { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'provider.ts' && dirname(file).includes('/'))
    .map((file) => dirname(file));
  const linesOf = (folder: string): number =>
    readdirSync(join(adapters, folder))
      .filter((file) => !file.endsWith('.test.ts'))
      .reduce((sum, file) => sum + readFileSync(join(adapters, folder, file), 'utf8').split('\n').length - 1, 0);
  expect(folders.length).toBeGreaterThan(20);
  // Two services in one: a host that encodes, and a bucket that browsers upload to (docs/decisions/0193).
  expect(folders.filter((folder) => linesOf(folder) > 250)).toEqual(['video-hosts/aliyun']);
});

it('refuses a setting that two groups declare', () => {
  const { mail } = settingGroups;
  expect(() => createCatalog({ mail, other: { mail_host: mail.mail_host } })).toThrow(
    'mail_host is a setting of mail and of other',
  );
});
