import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { LoadedRow } from '../use-resource.ts';
import { capital, createLabel, recordTitle, type ResourceWording } from '../words/use-words.ts';

/** The title of a record: its resource and its own title; its id until that has loaded. */
export function useRecordTitle(definition: ResourceDefinition, id: number, words: ResourceWording): string {
  const client = useQueryClient();
  const queryKey = [definition.name, 'row', id];
  const title = useSyncExternalStore(
    // The cache reports queries that other components add while they render; React hears of them afterwards.
    (changed) => client.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    () => {
      const row = client.getQueryData<LoadedRow>(queryKey)?.row;
      return String(row?.labels?.[definition.title] ?? row?.[definition.title] ?? '');
    },
  );
  if (id === 0) return createLabel(words);
  return title === '' || definition.title === 'id' ? `${capital(words.one)} #${id}` : recordTitle(words, title);
}
