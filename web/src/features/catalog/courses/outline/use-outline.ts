import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import * as courses from '@kaike/shared/contracts/catalog/courses';
import type { Outline, OutlineChapter, OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import type { LessonType, SwitchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { SubtitleLanguage } from '@kaike/shared/domain/catalog/courses/subtitles';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { useT } from '../../../../app/wording.ts';
import { newOrder, type OutlineNode } from './outline-nodes.ts';

const pollMs = 2000;
export const outlineKey = (courseId: number) => ['courses', 'outline', courseId] as const;

const isProcessing = (outline: Outline): boolean =>
  outline.chapters.some((chapter) => chapter.lessons.some((lesson) => lesson.media?.status === mediaStatus.processing));

/** The outline of a course, polled while one of its videos is being processed. */
export function useOutlineQuery(courseId: number): UseQueryResult<Outline> {
  const client = useQueryClient();
  const outline = useQuery({
    queryKey: outlineKey(courseId),
    queryFn: ({ signal }) => call(courses.getOutline, { params: { id: courseId }, signal }),
    refetchInterval: (query) => (query.state.data && isProcessing(query.state.data) ? pollMs : false),
  });
  // What the course lacks changes with its outline, whatever changed that; it was asked for beside the first.
  const seen = useRef<Outline>(undefined);
  useEffect(() => {
    if (seen.current && seen.current !== outline.data)
      void client.invalidateQueries({ queryKey: ['courses', 'checks', courseId] });
    seen.current = outline.data;
  }, [client, courseId, outline.data]);
  return outline;
}

export type LessonChange = {
  title: string;
  version: number;
  content?: string;
  file?: string | null;
  attachments?: string[];
  media_id?: number | null;
  template_id?: number | null;
  status?: SwitchStatus;
} & Partial<Pick<OutlineLesson, 'preview_sec' | 'is_free' | 'read_sec' | 'type'>>;

export type OutlineActions = {
  addChapter: (title: string) => Promise<boolean>;
  /** The new chapter; null when it was refused. */
  addFirstChapter: (title: string) => Promise<OutlineChapter | null>;
  renameChapter: (chapter: OutlineChapter, title: string) => Promise<boolean>;
  removeChapter: (chapter: OutlineChapter) => Promise<boolean>;
  addLesson: (
    chapterId: number,
    title: string,
    lesson?: { type?: LessonType; media_id?: number; file?: string },
  ) => Promise<number | null>;
  renameLesson: (lesson: OutlineLesson, title: string) => Promise<boolean>;
  /** The lesson as stored; rejects with what the server refused, which the caller reports. */
  saveLesson: (id: number, change: LessonChange) => Promise<OutlineLesson>;
  removeLesson: (lesson: OutlineLesson) => Promise<boolean>;
  /** Removes a lesson whose file does not come, unless it has another by now. */
  removeEmptyLesson: (id: number) => Promise<boolean>;
  restore: (target: { chapter_id?: number; lesson_id?: number }) => Promise<boolean>;
  reorder: (nodes: readonly OutlineNode[]) => Promise<void>;
  putAttachments: (addresses: readonly string[]) => Promise<boolean>;
  /** Returns what is wrong with the file; null when it was accepted. */
  putSubtitles: (
    lesson: OutlineLesson,
    subtitles: { language: SubtitleLanguage; text: string },
  ) => Promise<string | null>;
  removeSubtitles: (lesson: OutlineLesson, language: string) => Promise<boolean>;
  refresh: () => void;
};

/** The lesson of that id, if the outline has it. */
export const lessonOf = ({ chapters }: Outline, id: number): OutlineLesson | undefined =>
  chapters.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === id);

type OutlineResponse = { outline: Outline; id?: number | undefined };

/** Everything that changes an outline; the server's response replaces the shown outline. */
export function useOutlineActions(courseId: number): OutlineActions {
  const t = useT();
  const client = useQueryClient();
  const key = outlineKey(courseId);
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: outlineKey(courseId) }),
    [client, courseId],
  );
  const store = (response: OutlineResponse): OutlineResponse => {
    client.setQueryData(key, response.outline);
    void client.invalidateQueries({ queryKey: ['courses', 'list'] });
    return response;
  };
  const showError = (error: unknown): void => {
    if (error instanceof ApiError && !error.handled)
      toast('error', Object.values(error.errors)[0]?.[0] ?? error.message);
    refresh();
  };
  const run = (work: Promise<OutlineResponse>): Promise<boolean> =>
    work.then(
      (response) => Boolean(store(response)),
      (error: unknown) => {
        showError(error);
        return false;
      },
    );
  const idempotent = () => ({ 'X-Idempotency-Key': crypto.randomUUID() });
  const params = { id: courseId };
  return {
    refresh,
    addChapter: (title) => run(call(courses.createChapter, { params, body: { title }, headers: idempotent() })),
    addFirstChapter: (title) =>
      call(courses.createChapter, { params, body: { title }, headers: idempotent() }).then(
        (written) => store(written).outline.chapters.at(-1) ?? null,
        (error: unknown) => {
          showError(error);
          return null;
        },
      ),
    renameChapter: ({ id, version }, title) =>
      run(call(courses.updateChapter, { params: { ...params, chapter_id: id }, body: { title, version } })),
    removeChapter: ({ id }) => run(call(courses.deleteChapter, { params: { ...params, chapter_id: id } })),
    addLesson: (chapterId, title, lesson = {}) =>
      call(courses.createLesson, {
        params,
        body: { chapter_id: chapterId, title, ...lesson },
        headers: idempotent(),
      }).then(
        (response) => store(response).id ?? null,
        (error: unknown) => {
          showError(error);
          return null;
        },
      ),
    renameLesson: ({ id, version }, title) =>
      run(call(courses.updateLesson, { params: { ...params, lesson_id: id }, body: { title, version } })),
    saveLesson: async (id, body) => {
      const { outline } = store(
        await call(courses.updateLesson, { params: { ...params, lesson_id: id }, body, quiet: true }),
      );
      const lesson = lessonOf(outline, id);
      if (!lesson) throw new ApiError(404, {});
      return lesson;
    },
    removeLesson: ({ id }) => run(call(courses.deleteLesson, { params: { ...params, lesson_id: id } })),
    removeEmptyLesson: (id) =>
      run(
        call(courses.getOutline, { params, quiet: true }).then((outline) =>
          lessonOf(outline, id)?.media === null
            ? call(courses.deleteLesson, { params: { ...params, lesson_id: id } })
            : { outline },
        ),
      ),
    restore: (target) => run(call(courses.restoreOutline, { params, body: target, headers: idempotent() })),
    putAttachments: (addresses) => run(call(courses.updateAttachments, { params, body: { attachments: addresses } })),
    putSubtitles: ({ id }, body) =>
      call(courses.updateSubtitles, { params: { ...params, lesson_id: id }, body, quiet: true }).then(
        (response) => {
          store(response);
          return null;
        },
        (error: unknown) => (error instanceof ApiError ? (Object.values(error.errors)[0]?.[0] ?? error.message) : ''),
      ),
    removeSubtitles: ({ id }, language) =>
      run(call(courses.deleteSubtitles, { params: { ...params, lesson_id: id, language } })),
    async reorder(nodes) {
      const before = client.getQueryData<Outline>(key);
      if (!before) return;
      await client.cancelQueries({ queryKey: key });
      // Optimistic: shown at once, and rolled back when the server refuses.
      client.setQueryData(key, {
        ...before,
        chapters: nodes.flatMap(({ data, children }) =>
          data.kind === 'chapter'
            ? [
                {
                  ...data.chapter,
                  lessons: (children ?? []).flatMap((child) =>
                    child.data.kind === 'lesson' ? [child.data.lesson] : [],
                  ),
                },
              ]
            : [],
        ),
      });
      try {
        store(
          await call(courses.reorderOutline, { params, body: { chapters: newOrder(nodes), version: before.version } }),
        );
      } catch (error) {
        client.setQueryData(key, before);
        if (error instanceof ApiError && error.status === 409 && error.current) {
          client.setQueryData(key, error.current);
          toast('warning', t('outline.order_stale'));
        } else showError(error);
      }
    },
  };
}
