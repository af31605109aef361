import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ListState } from '../use-list-state.ts';

/** Whether the rows stand as a tree: a sort, a page or a filter other than the keyword shows them one below the other. */
export function showsTree({ list }: ResourceDefinition, state: Pick<ListState, 'search' | 'get'>): boolean {
  const look = state.get('look') || list.looks?.[0];
  if (look !== 'tree' || !list.looks?.includes('tree')) return false;
  const keys = [...new URLSearchParams(state.search).keys()];
  return keys.every((key) => ['where[_keyword]', 'per_page', 'page'].includes(key)) && !(Number(state.get('page')) > 1);
}
