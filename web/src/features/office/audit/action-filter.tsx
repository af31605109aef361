import { useQuery } from '@tanstack/react-query';
import * as logs from '@kaike/shared/contracts/office/logs';
import { call } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import { clearing } from '../../../kit/fields/clearing.tsx';
import type { FilterProps } from '../../../kit/list/filters/filter-props.ts';
import { Select } from '../../../kit/widgets.ts';

const useLoggedActions = (language: string) =>
  useQuery({
    queryKey: ['logs', 'actions', language],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(logs.listLoggedActions, { signal }),
  });

/** The name of a logged action. */
export function ActionName({ value }: { value: string }) {
  const { data } = useLoggedActions(useT()('resources.logs.name'));
  return <>{data?.data.find((action) => action.value === value)?.label ?? value}</>;
}

/** Filters by the names of the actions logged so far. */
export function ActionFilter({ name, state, words, id, done }: FilterProps) {
  const { data, isFetching } = useLoggedActions(words.name);
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
      defaultOpen={done !== undefined}
      onChange={(value: string | undefined) => {
        state.set({ [key]: value ?? null });
        done?.();
      }}
    />
  );
}
