import type { ComponentType } from 'react';

type Module = Record<string, unknown>;
type Loader = () => Promise<Module>;

/** What most first visits need; every other page is in a list that loads later. A page file exports one component named like the file. */
const modules = import.meta.glob<Module>('../features/auth/{login,register,forgot-password}.page.tsx');

/** The loader of a sign-in page, such as `auth/login`; null for a page of another feature. */
export function pageLoader(path: string): Loader | null {
  return modules[`../features/${path}.page.tsx`] ?? null;
}

/** The component a page module exports. */
export function componentOf(module: Module): ComponentType {
  const component = Object.entries(module).find(
    ([name, value]) => name.endsWith('Page') && typeof value === 'function',
  )?.[1];
  if (!component) throw new Error('a page module exports no …Page component');
  return component as ComponentType;
}
