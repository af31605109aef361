import { useState } from 'react';
import type { OutlineChapter, OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import { lessonType, lessonTypeChoices, type LessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { courses } from '@kaike/shared/resources/catalog/courses';
import { useCan, useSession } from '../../../../app/session.ts';
import { useT } from '../../../../app/wording.ts';
import { offerUndo } from '../../../../kit/undo.tsx';
import { useWords } from '../../../../kit/words/use-words.ts';
import { useUploads } from '../../media/uploads/uploads-list.ts';
import { addUpload, cancelUpload } from '../../media/uploads/uploads-store.ts';
import { useNewLessons } from './adding/use-new-lessons.ts';
import { attachMedia } from './attach-media.ts';
import type { OutlineTools } from './outline-context.ts';
import type { OutlineActions } from './use-outline.ts';

/** The type of a lesson as wording names it. */
const keyOf = (type: LessonType): string => lessonTypeChoices.find(({ value }) => value === type)?.key ?? '';

type ToolboxOptions = {
  courseId: number;
  actions: OutlineActions;
  mayEdit: boolean;
  lastChapter: OutlineChapter | undefined;
  dialogs: Pick<OutlineTools, 'edit' | 'edited_id' | 'editMaterial' | 'preview' | 'confirmRemoveChapter'>;
};

/** The actions of the rows, with their dialogs. */
export function useToolbox({ courseId, actions, mayEdit, lastChapter, dialogs }: ToolboxOptions): OutlineTools {
  const t = useT();
  const words = useWords(courses);
  const owner = useSession((state) => state.user?.id ?? 0);
  const mayUpload = useCan('admin.media.upload') && mayEdit;
  const uploads = useUploads((state) => state.uploads);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const upload = (lesson: Pick<OutlineLesson, 'id' | 'type' | 'title'>, file: File): void =>
    addUpload({
      file,
      title: lesson.title,
      owner,
      purpose: { course_id: courseId, lesson_id: lesson.id, is_sound: lesson.type === lessonType.audio },
      attach: attachMedia,
      cancelled: () => {
        if (newLessons.forget(lesson.id)) void actions.removeEmptyLesson(lesson.id);
      },
    });
  const newLessons = useNewLessons({ actions, lastChapter, upload });
  const removeChapter = async (chapter: OutlineChapter): Promise<void> => {
    if (await actions.removeChapter(chapter))
      offerUndo(words, {
        text: words.t('kit.did', { say: words.say('delete', chapter.title) }),
        undo: async () => void (await actions.restore({ chapter_id: chapter.id })),
      });
  };
  const uploadOf = (lessonId: number) =>
    uploads.find(({ purpose, view }) => purpose.lesson_id === lessonId && view.state !== 'done');
  return {
    actions,
    may_edit: mayEdit,
    may_upload: mayUpload,
    ...dialogs,
    uploadOf,
    ...newLessons.tools,
    addWritten: (chapter, type) => {
      const title = t(`outline.new_${keyOf(type)}`);
      void actions.addLesson(chapter.id, title, { type }).then((id) => {
        if (id !== null) dialogs.edit(id);
      });
    },
    setFile: upload,
    cancel: (running) => void cancelUpload(running.id),
    removeChapter,
    removeLesson: (lesson) =>
      void actions.removeLesson(lesson).then((done) => {
        const running = uploadOf(lesson.id);
        if (done && running) void cancelUpload(running.id);
        if (done)
          offerUndo(words, {
            text: words.t('kit.did', { say: words.say('delete', lesson.title) }),
            undo: async () => void (await actions.restore({ lesson_id: lesson.id })),
          });
      }),
    isFolded: (chapterId) => folded.has(chapterId),
    fold: (chapterId) =>
      setFolded((now) => {
        const next = new Set(now);
        if (!next.delete(chapterId)) next.add(chapterId);
        return next;
      }),
  };
}
