import { create } from 'zustand';
import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import * as start from '@kaike/shared/contracts/auth/start';
import { call } from '../api/client.ts';

type Store = { menus: MenuEntry[]; loading: boolean };

export const useMenu = create<Store>(() => ({ menus: [], loading: true }));

let fetching: Promise<MenuEntry[]> | null = null;

/** The pages of the user's menu. No page is denied until it has loaded; the waiting page reports a failure. */
export function loadMenu(force = false): Promise<MenuEntry[]> {
  if (force || !fetching) {
    fetching = call(start.getMenu, { query: { only: 'pages' }, quiet: true }).then(
      ({ menus }) => {
        useMenu.setState({ menus, loading: false });
        return menus;
      },
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    );
  }
  return fetching;
}
