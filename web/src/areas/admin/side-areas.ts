import { useMemo } from 'react';
import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { useMenu } from '../../app/menu.ts';
import { useT } from '../../app/wording.ts';
import { useTodo } from '../../kit/views/todo.ts';

/** How much waits on a page; the gravest gives the colour. */
type Badge = { tone: string; count: number };
export type SidePage = { key: string; name: string; url: string; is_out: boolean; badge: Badge | undefined };
export type SideArea = { id: number; name: string; icon: string; pages: readonly SidePage[] };
type Badges = ReadonlyMap<string, Badge>;

const areaLevel = 3;
/** So few pages need no rail: they stand in one list. */
const pagesWithoutRail = 12;

function useBadges(): Badges {
  const items = useTodo()?.items;
  return useMemo(() => {
    const badges = new Map<string, Badge>();
    // The gravest come first; what only informs stays on the first page.
    for (const { resource, tone, count } of items ?? []) {
      if (resource === null || tone === 'info') continue;
      const url = `/admin/${resource}`;
      const before = badges.get(url);
      badges.set(url, { tone: before?.tone ?? tone, count: count + (before?.count ?? 0) });
    }
    return badges;
  }, [items]);
}

/** The areas of the menu with their pages: level 3 and what is below; those without a page are left out. */
export function areasOf(
  menus: readonly MenuEntry[],
  { t, badges }: { t: (key: string) => string; badges: Badges },
): SideArea[] {
  const nameOf = (menu: MenuEntry): string => (menu.is_named ? menu.name : t(menu.wording ?? ''));
  return menus
    .filter((menu) => menu.group === 'admin' && menu.level === areaLevel && menu.status === 1)
    .map((area) => ({
      id: area.id,
      name: nameOf(area),
      icon: area.icons,
      pages: menus
        .filter((menu) => menu.parent_id === area.id && menu.is_page === 1 && menu.in_menu)
        .map((menu) => ({
          key: menu.is_link ? `link-${menu.id}` : menu.url,
          name: nameOf(menu),
          url: menu.url,
          is_out: menu.is_out_link === 1,
          badge: badges.get(menu.url),
        })),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** The menu of the back office for this person. */
export function useSideAreas(): SideArea[] {
  const t = useT();
  const menus = useMenu((state) => state.menus);
  const badges = useBadges();
  return useMemo(() => areasOf(menus, { t, badges }), [menus, t, badges]);
}

export const hasRail = (areas: readonly SideArea[]): boolean =>
  areas.reduce((sum, { pages }) => sum + pages.length, 0) > pagesWithoutRail;

/** The page of the menu that an address belongs to. */
export function hereOf(pathname: string, areas: readonly SideArea[] = []): string {
  // Pages of plugins lie deeper than those of the product, and records below their list.
  const urls = areas.flatMap(({ pages }) => pages.map(({ url }) => url));
  const deepest = [pathname, pathname.slice(0, pathname.lastIndexOf('/'))].find((path) => urls.includes(path));
  if (deepest !== undefined) return deepest;
  const here = `/${pathname.split('/').slice(1, 3).join('/')}`;
  return here === '/admin' ? '/admin/index' : here;
}
