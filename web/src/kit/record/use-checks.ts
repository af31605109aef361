import { useQuery } from '@tanstack/react-query';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { RowCheck } from '@kaike/shared/kit/rows/checks';
import { request } from '../../api/client.ts';
import { urlOf } from '../use-resource.ts';

/** What a row lacks for a verb: undefined until the server has said it, null where it says nothing. */
export type ChecksOf = (verb: string) => readonly RowCheck[] | null | undefined;

/** What the row lacks, by verb: null for verbs that the definition does not check, and while the server cannot be asked. */
export function useChecks(definition: ResourceDefinition, id: number): ChecksOf {
  const checked = definition.status?.checked ?? [];
  const { data, isError } = useQuery({
    queryKey: [definition.name, 'checks', id],
    enabled: checked.length > 0,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await request('GET', `${urlOf(definition)}/${id}/checks`, { signal, quiet: true })) as {
        checks: Record<string, RowCheck[]>;
      },
  });
  return (verb) => {
    if (isError || !checked.includes(verb)) return null;
    return data && (data.checks[verb] ?? null);
  };
}
