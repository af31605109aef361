import { useQuery } from '@tanstack/react-query';
import { getLoggedActions } from '@kaike/shared/contracts/logs';
import { call } from '../../api/client.ts';
import { clearing } from '../../kit/fields/clearing.tsx';
import type { FilterProps } from '../../kit/list/filters/filter-props.ts';
import { Select } from '../../kit/widgets.ts';

/** Filters by the names of the actions logged so far. */
export function ActionFilter({ name, state, words, id }: FilterProps) {
  const { data, isFetching } = useQuery({
    queryKey: ['logs', 'actions', words.name],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(getLoggedActions, { signal }),
  });
  const key = `where[${name}]`;
  return (
    <Select
      id={id}
      aria-label={words.field(name)}
      allowClear={clearing(words.t)}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={words.t('kit.all')}
      loading={isFetching}
      options={data?.data ?? []}
      style={{ width: '100%' }}
      value={state.get(key) || undefined}
      onChange={(value: string | undefined) => state.set({ [key]: value ?? null })}
    />
  );
}
