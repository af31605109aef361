import { useQuery } from '@tanstack/react-query';
import * as lessons from '@kaike/shared/contracts/learning/lessons';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { fetchById } from '../../../api/fetch-by-id.ts';

/** A lesson with its extras and its neighbours. A refusal is not retried: the lesson itself shows the reason. */
export function useLessonFacts(lessonId: number) {
  return useQuery({
    queryKey: ['home', 'lesson', lessonId],
    queryFn: ({ signal }) =>
      fetchById(lessonId, () => call(lessons.getLesson, { params: { id: lessonId }, signal, quiet: true })),
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  });
}
