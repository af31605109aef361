import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as palette from '@kaike/shared/contracts/office/palette';
import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { call } from '../../../../api/client.ts';
import { useTheme } from '../../../../app/theme.ts';
import { useLocale } from '../../../../app/wording.ts';
import type { Translate } from '@kaike/shared/kit/wording';
import type { PaletteCommand, SearchableCommand } from './find-commands.ts';
import { actionCommands } from './palette-actions.ts';
import type { WholeMenu } from './use-whole-menu.ts';

const isChinese = /\p{Script=Han}/u;

function pageOf(menu: MenuEntry, label: string): PaletteCommand {
  return { key: `page:${menu.url}`, group: 'pages', label, note: '', url: menu.url };
}

/** Synonyms of a page, such as what people do there. */
function synonymsOf({ group, url }: PaletteCommand, t: Translate): string[] {
  const key = `palette.also.${url.split('/')[2] ?? ''}`;
  const words = group === 'pages' ? t(key) : key;
  return words === key ? [] : words.split(' ');
}

/** Pages and actions of the person, by the menu, searchable by pinyin. */
export function useCommands(t: Translate, { menus, is_loading }: WholeMenu): SearchableCommand[] {
  const locale = useLocale();
  const { theme, mode } = useTheme();
  const commands = useMemo(
    () => [
      ...menus
        .filter(
          (menu) =>
            menu.group === 'admin' &&
            menu.status === 1 &&
            menu.is_page === 1 &&
            menu.in_menu &&
            !menu.url.includes(':'),
        )
        .map((menu) => pageOf(menu, menu.is_named ? menu.name : t(menu.wording ?? ''))),
      ...actionCommands({ t, menus, locale, theme, mode }),
    ],
    [menus, t, locale, theme, mode],
  );
  const texts = useMemo(() => commands.map(({ label }) => label).filter((label) => isChinese.test(label)), [commands]);
  const { data } = useQuery({
    queryKey: ['palette', 'pinyin', texts],
    enabled: texts.length > 0 && !is_loading,
    staleTime: Infinity,
    queryFn: () => call(palette.getPinyin, { body: { texts } }),
  });
  return useMemo(() => {
    const keys = new Map(texts.map((text, index) => [text, data?.keys[index] ?? []]));
    return commands.map((command) => ({
      ...command,
      keys: [...(keys.get(command.label) ?? []), ...synonymsOf(command, t)],
    }));
  }, [commands, texts, data, t]);
}
