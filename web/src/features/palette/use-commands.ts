import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getPinyin } from '@kaike/shared/contracts/palette';
import { findResource } from '@kaike/shared/resources/index';
import type { MenuEntry } from '@kaike/shared/contracts/start';
import { call } from '../../api/client.ts';
import { useMenu } from '../../app/menu.ts';
import { useT } from '../../app/wording.ts';
import type { Command, Typed } from './find-commands.ts';

const isChinese = /\p{Script=Han}/u;

function pageOf(menu: MenuEntry, label: string): Command {
  return { key: `page:${menu.url}`, group: 'pages', label, note: '', url: menu.url };
}

/** Pages and actions of the person's menu, with the pinyin by which they can be typed. */
export function useCommands(own: (key: string, params?: Record<string, string>) => string): Typed[] {
  const t = useT();
  const menus = useMenu((state) => state.menus);
  const commands = useMemo(() => menus.filter((menu) => menu.group === 'admin' && menu.status === 1).flatMap((menu): Command[] => {
    const name = menu.name || t(menu.wording ?? '');
    if (menu.is_page === 1 && menu.in_menu && !menu.url.includes(':')) return [pageOf(menu, name)];
    const isMaker = menu.action === 'create' && menu.resource && findResource(menu.resource);
    return isMaker ? [{ key: `create:${menu.resource}`, group: 'actions', label: own('palette.create', { name: t(`resources.${menu.resource}.name`) }), note: '', url: `/admin/${menu.resource}?open=0` }] : [];
  }), [menus, t, own]);
  const texts = useMemo(() => commands.map(({ label }) => label).filter((label) => isChinese.test(label)), [commands]);
  const { data } = useQuery({
    queryKey: ['palette', 'pinyin', texts], enabled: texts.length > 0, staleTime: Infinity, queryFn: () => call(getPinyin, { body: { texts } }),
  });
  return useMemo(() => {
    const keys = new Map(texts.map((text, index) => [text, data?.keys[index] ?? []]));
    return commands.map((command) => ({ ...command, keys: keys.get(command.label) ?? [] }));
  }, [commands, texts, data]);
}
