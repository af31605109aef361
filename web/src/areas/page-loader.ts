import type { ComponentType } from 'react';

export type PageModule = Readonly<Record<string, unknown>>;
export type PageLoader = () => Promise<PageModule>;

/** The component a page or a layout exports. */
export function componentOf(module: PageModule): ComponentType {
  const component = Object.entries(module).find(
    ([name, value]) => /(?:Page|Layout)$/.test(name) && typeof value === 'function',
  )?.[1];
  if (!component) throw new Error('the module exports no …Page or …Layout component');
  return component as ComponentType;
}
