import { createContext, useContext } from 'react';
import type { OutlineChapter, OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import type { LessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import type { LibraryItem } from '../../media/media-picker.tsx';
import type { ListedUpload } from '../../media/uploads/uploads-list.ts';
import type { OutlineActions } from './use-outline.ts';

/** A document on its way, in percent. */
export type SendingFile = { name: string; percent: number };

/** Actions available to every row of the outline. */
export type OutlineTools = {
  actions: OutlineActions;
  may_edit: boolean;
  may_upload: boolean;
  /** The running upload of a lesson. */
  uploadOf: (lessonId: number) => ListedUpload | undefined;
  /** Videos, sounds and documents become lessons of the chapter, one each, in the order of their names. */
  addFiles: (chapter: OutlineChapter, files: File[]) => void;
  /** The document whose lesson is made once it has arrived. */
  sending: SendingFile | null;
  /** The same in the chapter that is opened last; an outline without chapters gets its first. */
  addFilesAtEnd: (files: File[]) => void;
  addFromLibraryAtEnd: (chosen: readonly LibraryItem[]) => void;
  /** Video and audio files of the library become lessons of the chapter, in the order they were selected. */
  addFromLibrary: (chapter: OutlineChapter, items: readonly LibraryItem[]) => void;
  /** Adds an article or a document and opens it for editing. */
  addWritten: (chapter: OutlineChapter, type: LessonType) => void;
  /** Replaces the video or audio file of a lesson. */
  setFile: (lesson: OutlineLesson, file: File) => void;
  /** Cancels an upload; the lesson created for it is removed too. */
  cancel: (upload: ListedUpload) => void;
  /** Opens a lesson beside the outline; once more, and the focus goes there. */
  edit: (lessonId: number) => void;
  /** The lesson that is open. */
  edited_id: number | null;
  /** What learners can talk about after the lesson. */
  editMaterial: (lesson: OutlineLesson) => void;
  preview: (lesson: OutlineLesson) => void;
  confirmRemoveChapter: (chapter: OutlineChapter) => void;
  removeChapter: (chapter: OutlineChapter) => Promise<void>;
  removeLesson: (lesson: OutlineLesson) => void;
  isFolded: (chapterId: number) => boolean;
  fold: (chapterId: number) => void;
};

const Context = createContext<OutlineTools | null>(null);
export const OutlineProvider = Context.Provider;

export function useOutlineTools(): OutlineTools {
  const tools = useContext(Context);
  if (!tools) throw new Error('outline rows stand inside the panel');
  return tools;
}
