import { createContext, useContext } from 'react';
import type { OutlineChapter, OutlineLesson } from '@kaike/shared/contracts/courses';
import type { LessonType } from '@kaike/shared/domain/course-status';
import type { LibraryItem } from '../../media/media-picker.tsx';
import type { Upload } from '../../media/uploads-store.ts';
import type { OutlineActions } from './use-outline.ts';

/** What every row of the outline may ask for. */
export type OutlineTools = {
  actions: OutlineActions;
  may_edit: boolean;
  may_upload: boolean;
  /** The running upload of a lesson. */
  uploadOf: (lessonId: number) => Upload | undefined;
  /** Videos and sounds become lessons of the chapter, one each, in the order of their names. */
  addFiles: (chapter: OutlineChapter, files: File[]) => void;
  /** Videos and sounds of the library become lessons of the chapter, in the order they were ticked. */
  addFromLibrary: (chapter: OutlineChapter, chosen: readonly LibraryItem[]) => void;
  /** An article or a document, opened for its content. */
  addReading: (chapter: OutlineChapter, type: LessonType) => void;
  /** Another video or sound for a lesson. */
  setFile: (lesson: OutlineLesson, file: File) => void;
  /** Gives an upload up; the lesson that was made for it goes with it. */
  cancel: (upload: Upload, lesson: OutlineLesson) => void;
  edit: (lesson: OutlineLesson) => void;
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
