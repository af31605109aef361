import { useQuery } from '@tanstack/react-query';
import type { Todo } from '@kaike/shared/contracts/office/dashboard';
import * as dashboard from '@kaike/shared/contracts/office/dashboard';
import { countedInView } from '@kaike/shared/kit/rows/view-count';
import { call } from '../../api/client.ts';
import { useAdmitted } from '../../app/session.ts';

const freshMs = 60_000;

/** What this person must do today; asked again every minute, for the first page and the menu. */
export function useTodo(): { items: readonly Todo[]; at: number } | undefined {
  const isAdmitted = useAdmitted();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['todo'],
    enabled: isAdmitted,
    staleTime: freshMs / 2,
    refetchInterval: freshMs,
    queryFn: ({ signal }) => call(dashboard.getTodo, { signal }),
  });
  return data ? { items: data.items, at: dataUpdatedAt } : undefined;
}

/** A bounded number as text: 3, 99+. */
export const boundedText = (count: number): string => (count < countedInView ? String(count) : `${countedInView - 1}+`);
