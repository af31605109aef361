import type { ReactNode } from 'react';
import type { Field } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ChoiceMaps } from '../../maps.ts';
import type { ResourceView } from '../../resource-view.ts';
import type { ListPage } from '../../use-resource.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import type { ListState } from '../use-list-state.ts';

export type FilterBarProps = {
  definition: ResourceDefinition;
  state: ListState;
  words: ResourceWording;
  maps: ChoiceMaps;
  view: ResourceView;
  /** The list is as narrow as a phone: only filters that are set are chips. */
  narrow: boolean;
  list: ListPage | undefined;
  /** Tools at the end of the row. */
  children: ReactNode;
};
export type NamedField = readonly [name: string, field: Field];

const nameOf = (key: string): string => /^where\[([a-z]\w*)\]/.exec(key)?.[1] ?? '';

/** The fields a query filters by, without keyword and tab. */
export const setFilters = (filters: string): ReadonlySet<string> =>
  new Set([...new URLSearchParams(filters).keys()].map(nameOf).filter(Boolean));

/** Clears one filter, or all of them with the keyword; the tab stays. */
export const clearFilters = (filters: string, name?: string): Record<string, null> =>
  Object.fromEntries(
    [...new URLSearchParams(filters).keys()]
      .filter((key) => (name === undefined ? key !== 'where[_view]' : nameOf(key) === name))
      .map((key) => [key, null]),
  );

/** The filters of a list, and those a link has set besides. */
export const filtersOf = ({ fields, list }: ResourceDefinition, used: ReadonlySet<string>): NamedField[] =>
  [...new Set([...(list.filters ?? []), ...used])].flatMap((name): NamedField[] => {
    const field = fields[name];
    return field ? [[name, field]] : [];
  });
