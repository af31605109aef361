export type LessonProgress = {
  readonly id: number;
  /** Whether this member may watch it now, in full or its preview. */
  readonly can_watch: boolean;
  readonly is_finished: boolean;
  /** When it was last watched, as sortable text; null: never. */
  readonly last_at: string | null;
};
type Unwatched = Omit<LessonProgress, 'last_at'>;

/** The first unfinished lesson that may be watched, from a place in the course on, then from its start. */
function firstUnfinished<Lesson extends Unwatched>(lessons: readonly Lesson[], place: number): Lesson | undefined {
  return [...lessons.slice(place), ...lessons.slice(0, place)].find(
    (lesson) => lesson.can_watch && !lesson.is_finished,
  );
}

/**
 * The lesson a member continues with, from lessons in course order: the last watched one if unfinished, else the next
 * unfinished one after it, else the first unfinished one, else the first. Null when none may be watched.
 */
export function chooseNextLesson(lessons: readonly LessonProgress[]): number | null {
  const open = lessons.filter((lesson) => lesson.can_watch);
  const last = open.reduce<LessonProgress | null>(
    (latest, lesson) => (lesson.last_at !== null && (latest?.last_at ?? '') < lesson.last_at ? lesson : latest),
    null,
  );
  const next = firstUnfinished(open, last ? open.indexOf(last) : 0) ?? open[0];
  return next?.id ?? null;
}

/**
 * The lesson that follows another, from lessons in course order: the next unfinished one after it, else the first
 * unfinished one. Null when nothing else is left to learn; only who goes through a finished course again gets the one after it.
 */
export function chooseFollowing<Lesson extends Unwatched>(lessons: readonly Lesson[], id: number): Lesson | null {
  const place = lessons.findIndex((lesson) => lesson.id === id);
  const unfinished = firstUnfinished(
    lessons.filter((lesson) => lesson.id !== id),
    Math.max(place, 0),
  );
  if (unfinished) return unfinished;
  const isAgain = lessons[place]?.is_finished === true;
  return (isAgain && lessons.slice(place + 1).find((lesson) => lesson.can_watch)) || null;
}
