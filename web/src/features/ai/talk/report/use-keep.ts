import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '../toast-error.ts';
import { wordsKey } from '../talk.queries.ts';

/** Adds items of a report to the word book one after the other; `added` holds those that are in, whatever happened to the rest. */
export function useKeep<Item, Key>(keyOf: (item: Item) => Key, add: (item: Item) => Promise<unknown>) {
  const client = useQueryClient();
  const [added, setAdded] = useState<ReadonlySet<Key>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const keep = async (items: readonly Item[]): Promise<void> => {
    setIsBusy(true);
    try {
      for (const item of items) {
        await add(item);
        setAdded((before) => new Set([...before, keyOf(item)]));
      }
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
      void client.invalidateQueries({ queryKey: wordsKey, refetchType: 'none' });
    }
  };
  return { added, isBusy, keep };
}
