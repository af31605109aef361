import type { ComponentType } from 'react';
import type { PartWords } from '../app/part-words.ts';

export type PageModule = Record<string, unknown>;
export type PageLoader = () => Promise<PageModule>;

/** Loads a page and its wording together. Without the wording, the page tries again to load it. */
export function withWords(load: PageLoader, words: readonly PartWords[]): PageLoader {
  return async () => {
    const [module] = await Promise.all([load(), ...words.map((part) => part.load().catch(() => undefined))]);
    return module;
  };
}

/** The component a page module exports. */
export function componentOf(module: PageModule): ComponentType {
  const component = Object.entries(module).find(
    ([name, value]) => name.endsWith('Page') && typeof value === 'function',
  )?.[1];
  if (!component) throw new Error('a page module exports no …Page component');
  return component as ComponentType;
}
