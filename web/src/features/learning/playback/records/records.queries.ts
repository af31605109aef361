import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import * as watching from '@kaike/shared/contracts/learning/watching';
import { call } from '../../../../api/client.ts';

/** The member's records page by page, those of one course or of all. */
export function useMyRecords(courseId: number | null) {
  return useInfiniteQuery({
    queryKey: ['home', 'learning-records', courseId],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    // The first page is requested without its number, as the document's preload does (shared/src/pages).
    queryFn: ({ signal, pageParam }) =>
      call(watching.listMyRecords, {
        query: {
          ...(pageParam === 1 ? {} : { page: pageParam }),
          ...(courseId === null ? {} : { course_id: courseId }),
        },
        signal,
        quiet: true,
      }),
    getNextPageParam: (last) => (last.has_more ? last.current_page + 1 : undefined),
  });
}
