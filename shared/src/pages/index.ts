import type { Area } from '../kit/resource.ts';
import { adminPages } from './admin.ts';
import { homePages } from './home.ts';
import { openPages } from './open.ts';
import type { PageDefinition, PageEntry } from './page.ts';

const inArea = (area: Area, entries: readonly PageEntry[]): PageDefinition[] =>
  entries.map((entry) => ({ area, ...entry }));

/** Every hand-written page. */
export const pages: readonly PageDefinition[] = [
  ...inArea('open', openPages),
  ...inArea('home', homePages),
  ...inArea('admin', adminPages),
];
