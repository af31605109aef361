import { useCallback } from 'react';
import { isNotFound } from '../../../../api/fetch-by-id.ts';
import { useLoad } from '../../../../app/loading/use-load.ts';

export type RecordState<T> = { data: T | null; failed: boolean; error: unknown; isGone: boolean; reload: () => void };

/** Loads one record; a missing one is a valid result, not a failure. `load` must be stable. */
export function useRecord<T>(load: (signal: AbortSignal) => Promise<T>): RecordState<T> {
  const attempt = useCallback(
    async (signal: AbortSignal): Promise<{ row: T | null }> => {
      try {
        return { row: await load(signal) };
      } catch (error) {
        if (isNotFound(error)) return { row: null };
        throw error;
      }
    },
    [load],
  );
  const { data, failed, error, reload } = useLoad(attempt);
  return { data: data?.row ?? null, failed, error, isGone: data !== null && data.row === null, reload };
}
