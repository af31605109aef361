export type LessonProgress = {
  readonly id: number;
  /** Whether this member may watch it now, in full or its preview. */
  readonly can_watch: boolean;
  readonly is_finished: boolean;
  /** When it was last watched, as sortable text; null: never. */
  readonly last_at: string | null;
};

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
  const after = last ? open.slice(open.indexOf(last)) : open;
  const next = after.find((lesson) => !lesson.is_finished) ?? open.find((lesson) => !lesson.is_finished) ?? open[0];
  return next?.id ?? null;
}
