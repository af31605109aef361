import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { themes } from '@kaike/shared/domain/constants';
import { languages, locales } from '@kaike/shared/locales/languages';
import type { Translate } from '@kaike/shared/kit/wording';
import { relatedQuery } from '@kaike/shared/kit/rows/overview';
import { leadOf, verbsFor, verbsOf } from '@kaike/shared/kit/rows/verbs';
import { permissionsOf } from '@kaike/shared/kit/resource';
import { findResource } from '@kaike/shared/resources/index';
import { spaceCjk } from '@kaike/shared/kit/cjk-spacing';
import type { ThemeMode } from '../../../../app/theme.ts';
import { wordsOf } from '../../../../kit/words/use-words.ts';
import type { PaletteCommand, SearchableCommand } from './find-commands.ts';

type ActionSources = { t: Translate; menus: readonly MenuEntry[]; locale: string; theme: string; mode: string };
type Action = { key: string; label: string; url?: string };

const modes: readonly ThemeMode[] = ['light', 'dark', 'auto'];

const command = ({ key, label, url = '' }: Action): PaletteCommand => ({ key, group: 'actions', label, note: '', url });

/** List actions available without opening the list: create, import, export. */
function listActions({ t, menus }: ActionSources): PaletteCommand[] {
  const urls: Record<string, (name: string) => string> = {
    create: (name) => `/admin/${name}?open=0`,
    import: (name) => `/admin/${name}?do=import`,
    export: (name) => `/admin/${name}?do=export`,
  };
  return menus
    .filter((menu) => menu.group === 'admin' && menu.status === 1)
    .flatMap(({ action, resource }): PaletteCommand[] => {
      const url = action ? urls[action] : undefined;
      if (!action || !resource || !url || !findResource(resource)?.only.some((name) => name === action)) return [];
      return [
        command({
          key: `${action}:${resource}`,
          label: spaceCjk(
            t(`palette.${action}`, {
              name: action === 'create' ? wordsOf(t, resource).one : t(`resources.${resource}.name`),
            }),
          ),
          url: url(resource),
        }),
      ];
    });
}

/** The person's own settings; the current choice is left out. */
function ownActions({ t, locale, theme, mode }: ActionSources): PaletteCommand[] {
  return [
    command({ key: 'password', label: t('palette.password'), url: '/admin/personage/password' }),
    command({ key: 'profile', label: t('palette.profile'), url: '/admin/personage/index' }),
    command({ key: 'runs', label: t('palette.runs') }),
    command({ key: 'keys', label: t('kit.keys_title') }),
    ...modes
      .filter((name) => name !== mode)
      .map((name) => command({ key: `mode:${name}`, label: t('palette.mode', { name: t(`admin.modes.${name}`) }) })),
    ...locales
      .filter((name) => name !== locale)
      .map((name) => command({ key: `locale:${name}`, label: t('palette.language', { name: languages[name].name }) })),
    ...themes
      .filter((name) => name !== theme)
      .map((name) => command({ key: `theme:${name}`, label: t('palette.theme', { name: t(`admin.themes.${name}`) }) })),
    command({ key: 'site', label: t('palette.site'), url: '/home/index' }),
    command({ key: 'logout', label: t('palette.logout') }),
  ];
}

/** Everything the person may start from here, by the permissions in their menu. */
export const actionCommands = (sources: ActionSources): PaletteCommand[] => [
  ...listActions(sources),
  ...ownActions(sources),
];

type Match = { resource: string; id: number; title: string; url: string; state?: Record<string, unknown> | undefined };

const permissionsIn = (menus: readonly MenuEntry[]): Set<string> =>
  new Set(
    menus.flatMap(({ status, group, resource, action }) => (status === 1 ? [`${group}.${resource}.${action}`] : [])),
  );

/** The verbs of a matching record that the person may use and its state allows: the one that leads, the others, those of its feature. */
export function recordActions({ t, menus }: Pick<ActionSources, 't' | 'menus'>, record: Match): PaletteCommand[] {
  const definition = findResource(record.resource);
  if (!definition) return [];
  const words = wordsOf(t, definition.name);
  const may = permissionsIn(menus);
  const row = record.state ?? {};
  const possible = verbsFor(
    verbsOf(definition, (state) => words.verb(state) !== ''),
    row,
  ).filter(({ name }) => permissionsOf(definition, name).every((permission) => may.has(permission)));
  const lead = leadOf(definition, possible, row);
  const named = [...(lead ? [lead] : []), ...possible.filter((one) => one !== lead)].map(({ verb, preset }) => ({
    verb,
    label: words.say(verb, record.title),
    short: preset ? words.verb(verb) : words.action(verb),
  }));
  const ofFeature = Object.entries(definition.buttons ?? {})
    .filter(([, permission]) => may.has(permission))
    .map(([verb]) => ({ verb, label: words.say(verb, record.title), short: words.action(verb) }));
  return [...named, ...ofFeature].map(({ verb, label, short }) => ({
    ...command({ key: `${verb}:${record.url}`, label, url: `${record.url}&do=${verb}` }),
    note: short,
  }));
}

/** The names of what can be done with the rows of a resource. */
function verbNames(t: Translate, resource: string): string[] {
  const definition = findResource(resource);
  const words = wordsOf(t, resource);
  const synonyms = t(`palette.also.${resource}`);
  return [
    ...(definition ? verbsOf(definition, (state) => words.verb(state) !== '') : []).map(({ verb, preset }) =>
      preset ? words.verb(verb) : words.action(verb),
    ),
    ...(synonyms.startsWith('palette.') ? [] : [synonyms]),
  ];
}

/** The lists of what belongs to a matching record, such as the orders of a learner. */
function relatedLists({ t, menus }: Pick<ActionSources, 't' | 'menus'>, record: Match): SearchableCommand[] {
  const definition = findResource(record.resource);
  const may = permissionsIn(menus);
  const words = wordsOf(t, record.resource);
  return (definition?.overview?.related ?? [])
    .filter(({ resource }) => may.has(`admin.${resource}.list`))
    .map((related) => {
      const query = new URLSearchParams(relatedQuery(related, record.id)).toString();
      const label = spaceCjk(t('palette.related', { name: record.title, list: words.related(related.resource) }));
      return {
        ...command({
          key: `related:${related.resource}:${record.url}`,
          label,
          url: `/admin/${related.resource}?${query}`,
        }),
        keys: [label, ...verbNames(t, related.resource)],
      };
    });
}

/** What follows a record that the text found: its verbs, and what belongs to it; `keys` are the words for it. */
export const recordCommands = (sources: Pick<ActionSources, 't' | 'menus'>, record: Match): SearchableCommand[] => [
  ...recordActions(sources, record).map((one) => ({ ...one, keys: [one.label, one.note] })),
  ...relatedLists(sources, record),
];
