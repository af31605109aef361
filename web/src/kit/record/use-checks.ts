import { useQuery } from '@tanstack/react-query';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { Check } from '@kaike/shared/kit/rows/checks';
import { request } from '../../api/client.ts';
import { urlOf } from '../use-resource.ts';

/** What the row lacks, by verb; nothing where the definition checks none. */
export function useChecks(definition: ResourceDefinition, id: number): Readonly<Record<string, readonly Check[]>> {
  const { data } = useQuery({
    queryKey: [definition.name, 'checks', id],
    enabled: definition.status?.checked !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await request('GET', `${urlOf(definition)}/${id}/checks`, { signal, quiet: true })) as {
        checks: Record<string, Check[]>;
      },
  });
  return data?.checks ?? {};
}
