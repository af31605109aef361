import type { ListLayoutName, ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ListState } from '../use-list-state.ts';

/** The look that the list has. */
export const lookOf = ({ list }: ResourceDefinition, state: Pick<ListState, 'get'>): ListLayoutName | undefined =>
  list.layouts?.find((look) => look === state.get('look')) ?? list.layouts?.[0];

/** Whether the rows stand as a tree: a sort, a page or a filter other than the keyword shows them one below the other. */
export function showsTree(definition: ResourceDefinition, state: Pick<ListState, 'search' | 'get'>): boolean {
  if (lookOf(definition, state) !== 'tree') return false;
  const keys = [...new URLSearchParams(state.search).keys()];
  return keys.every((key) => ['where[_keyword]', 'per_page', 'page'].includes(key)) && !(Number(state.get('page')) > 1);
}
