import { useQuery } from '@tanstack/react-query';
import { spaceCjk } from '@kaike/shared/kit/cjk-spacing';
import { request } from '../../../api/client.ts';
import { urlOf, type ListPage } from '../../use-resource.ts';
import { clearFilters, setFilters, type FilterBarProps } from '../filters/list-filters.ts';
import { changeQuery } from '../use-list-state.ts';

type Props = Pick<FilterBarProps, 'definition' | 'state' | 'words'>;
type FilterRemoval = { label: string; change: Record<string, null> };

/** More conditions than these are rather cleared at once. */
const maxConditions = 4;
const keywordParameter = 'where[_keyword]';

function waysOut({ state, words }: Pick<Props, 'state' | 'words'>): FilterRemoval[] {
  const fields = [...setFilters(state.filters)].map((name) => ({
    label: words.field(name),
    change: clearFilters(state.filters, name),
  }));
  const keyword = state.get(keywordParameter)
    ? [{ label: words.t('lists.typed_words'), change: { [keywordParameter]: null, 'where[_key]': null } }]
    : [];
  return [...keyword, ...fields];
}

/** How many rows there would be without one of the conditions of an empty list, and the button that drops it. */
export function FewerFilters({ definition, state, words }: Props) {
  const ways = waysOut({ state, words });
  // Without its only condition the list is the one that all ways lead to.
  const count = ways.length + (state.get('where[_view]') ? 1 : 0);
  const { data } = useQuery({
    queryKey: [definition.name, 'fewer', state.filters],
    enabled: count > 1 && count <= maxConditions,
    queryFn: ({ signal }) =>
      Promise.all(
        ways.map(async ({ change }) => {
          const query = changeQuery(new URLSearchParams(state.filters), change);
          query.set('per_page', '1');
          query.set('fields', 'list');
          return (await request('GET', `${urlOf(definition)}/list`, { signal, query, quiet: true })) as ListPage;
        }),
      ),
  });
  return ways.map(({ label, change }, index) => {
    const { total, total_exact: isExact } = data?.[index] ?? { total: 0, total_exact: true };
    return total ? (
      <button key={label} type="button" className="kk-text-button" onClick={() => state.set(change)}>
        {spaceCjk(
          words.t(isExact ? 'lists.without' : 'lists.without_about', { field: label, rows: words.count(total) }),
        )}
      </button>
    ) : null;
  });
}
