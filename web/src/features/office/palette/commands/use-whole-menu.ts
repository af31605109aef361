import { useQuery } from '@tanstack/react-query';
import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import * as start from '@kaike/shared/contracts/auth/start';
import { call } from '../../../../api/client.ts';
import { useMenu } from '../../../../app/menu.ts';

export type WholeMenu = { menus: MenuEntry[]; is_loading: boolean };

/** The menu with what can be done on each page, which only the palette reads; until it is there, the pages alone. */
export function useWholeMenu(): WholeMenu {
  const pages = useMenu((state) => state.menus);
  const { data, isPending } = useQuery({
    queryKey: ['palette', 'menus'],
    staleTime: 60_000,
    retry: false,
    queryFn: () => call(start.getMenu, { quiet: true }),
  });
  return { menus: data?.menus ?? pages, is_loading: isPending };
}
