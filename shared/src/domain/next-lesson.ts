export type LessonProgress = {
  readonly id: number;
  /** Whether this member may watch it now, whole or its free part. */
  readonly can_watch: boolean;
  readonly is_finished: boolean;
  /** When it was last watched, as sortable text; null for never. */
  readonly last_at: string | null;
};

/**
 * Where a member goes on in a course, of lessons in their order: the one last watched while it is unfinished, else the
 * next unfinished one after it, else the first unfinished one; when all are finished, the first. Null when none may be watched.
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
