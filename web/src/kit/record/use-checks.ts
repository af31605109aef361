import { useQuery } from '@tanstack/react-query';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { Check } from '@kaike/shared/kit/rows/checks';
import { request } from '../../api/client.ts';
import { urlOf } from '../use-resource.ts';

type Checks = {
  /** What the row lacks, by verb; undefined until it is known. */
  checks: Readonly<Record<string, readonly Check[]>> | undefined;
  is_unknown: boolean;
  /** Whether the row lacks something for the verb, or it is not known yet. */
  may_lack: (verb: string) => boolean;
};

/** What the row lacks; never known where the definition checks no verb. */
export function useChecks(definition: ResourceDefinition, id: number): Checks {
  const { data, isError } = useQuery({
    queryKey: [definition.name, 'checks', id],
    enabled: definition.status?.checked !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await request('GET', `${urlOf(definition)}/${id}/checks`, { signal, quiet: true })) as {
        checks: Record<string, Check[]>;
      },
  });
  const mayLack = (verb: string): boolean =>
    !isError && definition.status?.checked?.includes(verb) === true && data?.checks[verb]?.length !== 0;
  return { checks: data?.checks, is_unknown: isError, may_lack: mayLack };
}
