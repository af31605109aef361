import type { MenuEntry } from '@kaike/shared/contracts/start';
import { themes } from '@kaike/shared/domain/constants';
import { languages, locales } from '@kaike/shared/locales/languages';
import type { Translate } from '@kaike/shared/kit/wording';
import { isOffered } from '@kaike/shared/kit/rows/offer';
import { findResource } from '@kaike/shared/resources/index';
import type { Mode } from '../../app/theme.ts';
import { spaceOut, wordsOf } from '../../kit/words/use-words.ts';
import type { Command } from './find-commands.ts';

type ActionSources = { t: Translate; menus: readonly MenuEntry[]; locale: string; theme: string; mode: string };
type Action = { key: string; label: string; url?: string };

const modes: readonly Mode[] = ['light', 'dark', 'auto'];

const command = ({ key, label, url = '' }: Action): Command => ({ key, group: 'actions', label, note: '', url });

/** List actions available without opening the list: create, import, export. */
function listActions({ t, menus }: ActionSources): Command[] {
  const urls: Record<string, (name: string) => string> = {
    create: (name) => `/admin/${name}?open=0`,
    import: (name) => `/admin/${name}?do=import`,
    export: (name) => `/admin/${name}?do=export`,
  };
  return menus
    .filter((menu) => menu.group === 'admin' && menu.status === 1)
    .flatMap(({ action, resource }): Command[] => {
      const url = action ? urls[action] : undefined;
      if (!action || !resource || !url || !findResource(resource)?.only.some((name) => name === action)) return [];
      return [
        command({
          key: `${action}:${resource}`,
          label: spaceOut(
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
function ownActions({ t, locale, theme, mode }: ActionSources): Command[] {
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
export const actionCommands = (sources: ActionSources): Command[] => [...listActions(sources), ...ownActions(sources)];

/** The actions on one matching record: those of its resource the person is permitted. */
export function recordActions(
  { t, menus }: Pick<ActionSources, 't' | 'menus'>,
  record: { resource: string; title: string; url: string; state?: Record<string, unknown> | undefined },
): Command[] {
  const definition = findResource(record.resource);
  const permitted = new Set(
    menus.filter((menu) => menu.resource === record.resource && menu.status === 1).map((menu) => menu.action),
  );
  return Object.entries(definition?.actions ?? {})
    .filter(
      ([name, action]) =>
        action.on === 'rows' && !action.hidden && permitted.has(name) && isOffered(action, record.state ?? {}),
    )
    .map(([name]) =>
      command({
        key: `${name}:${record.url}`,
        label: t('palette.act', { action: t(`resources.${record.resource}.actions.${name}`), title: record.title }),
        url: `${record.url}&do=${name}`,
      }),
    );
}
