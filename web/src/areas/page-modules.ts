import type { ComponentType } from 'react';

type Module = Record<string, unknown>;
type Loader = () => Promise<Module>;

/** Every hand-written page, each a chunk of its own; a page file exports one component named like the file. */
const modules = import.meta.glob<Module>('../features/**/*.page.tsx');

/** The loader of a page of a feature, such as `auth/login`; null while nobody has written it. */
export function pageLoader(path: string): Loader | null {
  return modules[`../features/${path}.page.tsx`] ?? null;
}

/** The component a page module exports. */
export function componentOf(module: Module): ComponentType {
  const component = Object.entries(module).find(([name, value]) => name.endsWith('Page') && typeof value === 'function')?.[1];
  if (!component) throw new Error('a page module exports no …Page component');
  return component as ComponentType;
}
