import { useQuery } from '@tanstack/react-query';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { request } from '../../../api/client.ts';
import { urlOf } from '../../use-resource.ts';

export type ImportColumn = {
  key: string;
  label: string;
  heads: string[];
  required: boolean;
  allowed: string[];
  help: string;
  example: string;
};
export type ImportColumns = {
  /** Identifies an existing row. */
  key: string | null;
  exported: string[];
  columns: ImportColumn[];
  remembered: Record<string, string>;
};

/** What a sheet of this resource can hold, and what its headings stood for before. */
export function useImportColumns(definition: ResourceDefinition) {
  return useQuery({
    queryKey: [definition.name, 'import-columns'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await request('GET', `${urlOf(definition)}/import-columns`, { signal })) as ImportColumns,
  });
}

/** Remembers for the school what each heading stands for; the import does not depend on it. */
export const rememberHeads = (definition: ResourceDefinition, heads: Record<string, string>): Promise<unknown> =>
  request('PUT', `${urlOf(definition)}/import-columns`, { body: { heads }, quiet: true }).catch(() => undefined);
