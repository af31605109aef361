import type { PlayAuth } from '@kaike/shared/contracts/learning/watching';
import { chooseFollowing } from '@kaike/shared/domain/learning/next-lesson';
import type { PlayRight } from './play-access.ts';
import type { PlaceRow } from './play-facts.read.ts';

type Neighbours = { next: PlayAuth['next']; previous: PlayAuth['previous']; number: number };

const present = ({ id, type, title }: PlaceRow): PlayAuth['next'] => ({ id, type, title });

/** The lesson before this one in the course, the one to learn after it, and its own number; of lessons that may be opened by the same right. */
export function neighboursOf(
  places: readonly PlaceRow[],
  { lesson_id, right }: { lesson_id: number; right: PlayRight },
): Neighbours {
  const lessons = places.map((place) => ({ ...place, can_watch: !right.is_preview || place.has_free_part }));
  const number = lessons.findIndex(({ id }) => id === lesson_id) + 1;
  const previous = lessons.slice(0, Math.max(number - 1, 0)).findLast((lesson) => lesson.can_watch);
  const next = chooseFollowing(lessons, lesson_id);
  return { next: next && present(next), previous: previous ? present(previous) : null, number };
}
