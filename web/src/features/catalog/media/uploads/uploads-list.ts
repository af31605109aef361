import { useEffect } from 'react';
import { create } from 'zustand';
import type { UploadRecord } from './upload-port.ts';
import type { UploadTask } from './upload-task.ts';
import type { UploadSnapshot } from './upload-work.ts';

export type ListedUpload = {
  id: string;
  purpose: UploadRecord['purpose'];
  view: UploadSnapshot;
  task: UploadTask;
  /** What follows when the person cancels it, on whatever page that is. */
  cancelled?: (() => void) | undefined;
};

type Store = {
  uploads: ListedUpload[];
  /** The course whose outline is on the page: it shows its uploads itself, beside their lessons. */
  shown_course: number | null;
};

/** Running uploads; they continue while the person visits other pages of the back office. */
export const useUploads = create<Store>(() => ({ uploads: [], shown_course: null }));

/** Uploads that nothing else on the page shows. */
export const trayUploads = ({ uploads, shown_course: shown }: Store): ListedUpload[] =>
  uploads.filter(({ purpose }) => purpose.course_id !== shown);

/** While the caller is on the page, the tray leaves out the uploads of this course. */
export function useShownCourse(courseId: number): void {
  useEffect(() => {
    useUploads.setState({ shown_course: courseId });
    return () => useUploads.setState({ shown_course: null });
  }, [courseId]);
}
