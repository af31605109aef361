import { useEffect, useRef, useState } from 'react';
import { lessonFileTypes, type OutlineChapter, type OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { fileLimitsOf, isPlayableFile, isSoundFile, refusalOf } from '@kaike/shared/domain/catalog/media/file-types';
import { mediaKind } from '@kaike/shared/domain/catalog/media/media-kind';
import { inUploadOrder } from '@kaike/shared/domain/catalog/media/upload-order';
import { ApiError } from '../../../../../api/api-error.ts';
import { toast } from '../../../../../app/toasts.ts';
import { useT } from '../../../../../app/wording.ts';
import { uploadDocument } from '../../../../../kit/fields/files/upload-document.ts';
import type { LibraryItem } from '../../../media/media-picker.tsx';
import { titleOfFile } from '../../../media/uploads/pick-files.ts';
import type { OutlineTools, SendingFile } from '../outline-context.ts';
import type { OutlineActions } from '../use-outline.ts';

const maxTitleLength = 100;

/** Videos and sounds, and documents within the size of one. */
const isLessonFile = (file: File): boolean =>
  isPlayableFile(file.name) || refusalOf(file, fileLimitsOf({ accept: lessonFileTypes })) === null;

type Options = {
  actions: OutlineActions;
  lastChapter: OutlineChapter | undefined;
  upload: (lesson: Pick<OutlineLesson, 'id' | 'type' | 'title'>, file: File) => void;
};

type NewLessons = {
  tools: Pick<OutlineTools, 'addFiles' | 'sending' | 'addFilesAtEnd' | 'addFromLibrary' | 'addFromLibraryAtEnd'>;
  /** Returns whether the lesson was created for an upload and is to be removed with it. */
  forget: (lessonId: number) => boolean;
};

/** Creates lessons from files and from the library, in a chapter or at the end of the outline. */
export function useNewLessons({ actions, lastChapter, upload }: Options): NewLessons {
  const t = useT();
  // Lessons created for an upload; removed when it is cancelled.
  const createdLessons = useRef(new Set<number>());
  const [sending, setSending] = useState<SendingFile | null>(null);
  const firstChapter = useRef<Promise<OutlineChapter | null> | null>(null);
  useEffect(() => {
    if (lastChapter) firstChapter.current = null;
  }, [lastChapter]);
  /** A document is small enough to be sent before its lesson is made. */
  const addDocument = async (chapter: Pick<OutlineChapter, 'id'>, file: File): Promise<boolean> => {
    const show = (sent: number, total: number): void =>
      setSending({ name: file.name, percent: Math.floor((sent * 100) / Math.max(1, total)) });
    show(0, file.size);
    try {
      const { address } = await uploadDocument(file, { accept: lessonFileTypes }, { on_progress: show });
      const lesson = { type: lessonType.document, file: address };
      return (await actions.addLesson(chapter.id, titleOfFile(file.name), lesson)) !== null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast('error', error.message || t('common.request_failed'));
      return false;
    } finally {
      setSending(null);
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
  return {
    forget: (lessonId) => createdLessons.current.delete(lessonId),
    tools: {
      sending,
      addFromLibrary: (chapter, items) => void addFromLibrary(chapter, items),
      addFiles: (chapter, files) => void addFiles(chapter, files),
      addFilesAtEnd: (files) =>
        files.some(isLessonFile)
          ? void withLastChapter((chapter) => addFiles(chapter, files))
          : toast('warning', t('outline.accept')),
      addFromLibraryAtEnd: (items) => void withLastChapter((chapter) => addFromLibrary(chapter, items)),
    },
  };
}
