import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import {
  groupedInTab,
  relatedInTab,
  relatedQuery,
  type Count,
  type ListOfRelated,
} from '@kaike/shared/kit/rows/overview';
import { findResource } from '@kaike/shared/resources/index';
import { request } from '../../api/client.ts';
import { can, useSession } from '../../app/session.ts';
import { urlOf, useReload, type ListPage } from '../use-resource.ts';

/** Rows of another resource, as far as they have loaded, and the list that shows all of them. */
export type RelatedList<R = ListOfRelated> = {
  related: R;
  definition: ResourceDefinition;
  page: ListPage | undefined;
  url: string;
};

/** Third part of the keys of related rows. */
const relatedKey = 'related';

/** Those whose resource the role may list: nothing else is requested. */
function useListed<R extends Pick<ListOfRelated, 'resource'>>(all: readonly R[]): [R, ResourceDefinition][] {
  const user = useSession((state) => state.user);
  return all.flatMap((related): [R, ResourceDefinition][] => {
    const definition = findResource(related.resource);
    return definition && can(user, `admin.${related.resource}.list`) ? [[related, definition]] : [];
  });
}

/** The related rows of a record, or only their number: each from the list of its resource, with the scope and the masks of that list. */
export function useRelated<R extends ListOfRelated | Count>(
  all: readonly R[],
  id: number,
  perPage?: number,
): RelatedList<R>[] {
  const listed = useListed(all);
  const answers = useQueries({
    queries: listed.map(([related, definition]) => {
      const rows = perPage ?? ('group_by' in related ? groupedInTab : relatedInTab);
      const query = { ...relatedQuery(related, id), per_page: String(rows) };
      return {
        queryKey: [definition.name, 'list', relatedKey, query],
        staleTime: 0,
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await request('GET', `${urlOf(definition)}/list`, { signal, query, quiet: true })) as ListPage,
      };
    }),
  });
  return listed.map(([related, definition], index) => ({
    related,
    definition,
    page: answers[index]?.data,
    url: `${urlOf(definition)}?${new URLSearchParams(relatedQuery(related, id)).toString()}`,
  }));
}

/** Reloads a record after a change, with the rows of other resources that the change may have brought. */
export function useRecordReload(name: string): () => void {
  const client = useQueryClient();
  const reload = useReload(name);
  return useCallback(() => {
    reload();
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === relatedKey });
  }, [client, reload]);
}
