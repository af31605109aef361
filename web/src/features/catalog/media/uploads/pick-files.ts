import { openFileDialog } from '../../../../kit/open-file-dialog.ts';

const accepted = { video: 'video/*,.mp4,.m4v,.mov,.mkv,.webm', sound: 'audio/*,.mp3,.m4a,.wav' } as const;

/** What can be played: videos and sounds. */
export const playableFiles = `${accepted.video},${accepted.sound}`;

/** Opens the file chooser for video or audio files; must be called from a click. */
export function pickFiles(
  { multiple, isSound }: { multiple: boolean; isSound: boolean },
  onFiles: (files: File[]) => void,
): void {
  openFileDialog({ accept: accepted[isSound ? 'sound' : 'video'], multiple }, onFiles);
}

/** A file name as a lesson title: without extension, underscores as spaces. */
export function titleOfFile(name: string): string {
  const title = name
    .replace(/\.\w{2,4}$/, '')
    .replace(/_+/g, ' ')
    .trim();
  return title.slice(0, 100) || name.slice(0, 100);
}
