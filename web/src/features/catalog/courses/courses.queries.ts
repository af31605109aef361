import { useQuery } from '@tanstack/react-query';
import * as courses from '@kaike/shared/contracts/catalog/courses';
import { call } from '../../../api/client.ts';
import { fetchById, retryUnlessNotFound } from '../../../api/fetch-by-id.ts';

export const myCoursesKey = ['home', 'courses'] as const;

/** The courses a member owns, has owned, or may watch for free. */
export function useMyCourses() {
  return useQuery({
    queryKey: myCoursesKey,
    queryFn: async ({ signal }) => (await call(courses.listMyCourses, { signal, quiet: true })).courses,
  });
}

/** One course with its lessons and the member's progress. */
export function useMyCourse(id: number) {
  return useQuery({
    queryKey: [...myCoursesKey, id],
    queryFn: ({ signal }) => fetchById(id, () => call(courses.getMyCourse, { params: { id }, signal, quiet: true })),
    retry: retryUnlessNotFound,
  });
}
