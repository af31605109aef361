import { useEffect, useRef, useState } from 'react';
import { lessonFileTypes, type OutlineChapter, type OutlineLesson } from '@kaike/shared/contracts/courses';
import { lessonType, lessonTypeChoices, type LessonType } from '@kaike/shared/domain/courses/course-status';
import { inUploadOrder } from '@kaike/shared/domain/media/upload-order';
import { mediaKind } from '@kaike/shared/domain/media/media-kind';
import { fileLimitsOf, isPlayableFile, isSoundFile, refusalOf } from '@kaike/shared/domain/media/file-types';
import { courses } from '@kaike/shared/resources/courses';
import { ApiError } from '../../../api/api-error.ts';
import { useCan, useSession } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { useT } from '../../../app/wording.ts';
import { uploadDocument } from '../../../kit/fields/files/upload-document.ts';
import { showUndo } from '../../../kit/undo.tsx';
import { useWords } from '../../../kit/words/use-words.ts';
import type { LibraryItem } from '../../media/media-picker.tsx';
import { titleOfFile } from '../../media/uploads/pick-files.ts';
import { useUploads } from '../../media/uploads/uploads-list.ts';
import { addUpload, cancelUpload } from '../../media/uploads/uploads-store.ts';
import { attachMedia } from './attach-media.ts';
import type { OutlineTools } from './outline-context.ts';
import type { OutlineActions } from './use-outline.ts';

const maxTitleLength = 100;

/** Videos and sounds, and documents within the size of one. */
const isLessonFile = (file: File): boolean =>
  isPlayableFile(file.name) || refusalOf(file, fileLimitsOf({ accept: lessonFileTypes })) === null;

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
  // Lessons created for an upload; removed when it is cancelled.
  const createdLessons = useRef(new Set<number>());
  const firstChapter = useRef<Promise<OutlineChapter | null> | null>(null);
  useEffect(() => {
    if (lastChapter) firstChapter.current = null;
  }, [lastChapter]);
  const upload = (lesson: Pick<OutlineLesson, 'id' | 'type' | 'title'>, file: File): void =>
    addUpload({
      file,
      title: lesson.title,
      owner,
      purpose: { course_id: courseId, lesson_id: lesson.id, is_sound: lesson.type === lessonType.audio },
      attach: attachMedia,
    });
  /** A document is small enough to be sent before its lesson is made. */
  const addDocument = async (chapter: Pick<OutlineChapter, 'id'>, file: File): Promise<boolean> => {
    toast('info', t('outline.sending_file', { name: file.name }));
    try {
      const { address } = await uploadDocument(file, { accept: lessonFileTypes });
      const lesson = { type: lessonType.document, file: address };
      return (await actions.addLesson(chapter.id, titleOfFile(file.name), lesson)) !== null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast('error', error.message || t('common.request_failed'));
      return false;
    }
  };
  const addFiles = async (chapter: Pick<OutlineChapter, 'id'>, files: File[]): Promise<void> => {
    // The chooser offers only these; what is dropped may be anything.
    const usable = files.filter(isLessonFile);
    if (usable.length < files.length) toast('warning', t('outline.accept'));
    // One after the other, so that the lessons keep the order of the files.
    for (const file of inUploadOrder(usable, ({ name }) => name)) {
      const title = titleOfFile(file.name);
      if (!isPlayableFile(file.name)) {
        if (!(await addDocument(chapter, file))) return;
        continue;
      }
      const type = isSoundFile(file.name) ? lessonType.audio : lessonType.video;
      const id = await actions.addLesson(chapter.id, title, { type });
      if (id === null) return;
      createdLessons.current.add(id);
      upload({ id, type, title }, file);
    }
  };
  const addFromLibrary = async (chapter: Pick<OutlineChapter, 'id'>, items: readonly LibraryItem[]): Promise<void> => {
    for (const { id, title, kind } of items) {
      const type = kind === mediaKind.sound ? lessonType.audio : lessonType.video;
      if ((await actions.addLesson(chapter.id, title.slice(0, maxTitleLength), { type, media_id: id })) === null)
        return;
    }
  };
  const withLastChapter = async (work: (chapter: Pick<OutlineChapter, 'id'>) => Promise<void>): Promise<void> => {
    if (lastChapter) return work(lastChapter);
    // Files dropped twice into an empty outline wait for the same first chapter.
    firstChapter.current ??= actions.addFirstChapter(t('outline.first_chapter'));
    const chapter = await firstChapter.current;
    if (chapter) return work(chapter);
    firstChapter.current = null;
    return undefined;
  };
  const removeChapter = async (chapter: OutlineChapter): Promise<void> => {
    if (await actions.removeChapter(chapter))
      showUndo(words, {
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
    addFromLibrary: (chapter, items) => void addFromLibrary(chapter, items),
    addFiles: (chapter, files) => void addFiles(chapter, files),
    addFilesAtEnd: (files) =>
      files.some(isLessonFile)
        ? void withLastChapter((chapter) => addFiles(chapter, files))
        : toast('warning', t('outline.accept')),
    addFromLibraryAtEnd: (items) => void withLastChapter((chapter) => addFromLibrary(chapter, items)),
    addWritten: (chapter, type) => {
      const title = t(`outline.new_${keyOf(type)}`);
      void actions.addLesson(chapter.id, title, { type }).then((id) => {
        if (id !== null) dialogs.edit(id);
      });
    },
    setFile: upload,
    cancel: (running, lesson) => {
      void cancelUpload(running.id);
      if (lesson.media === null && createdLessons.current.delete(lesson.id)) void actions.removeLesson(lesson);
    },
    removeChapter,
    removeLesson: (lesson) =>
      void actions.removeLesson(lesson).then((done) => {
        const running = uploadOf(lesson.id);
        if (done && running) void cancelUpload(running.id);
        if (done)
          showUndo(words, {
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
