const accepted = { video: 'video/*,.mp4,.m4v,.mov,.mkv,.webm', sound: 'audio/*,.mp3,.m4a,.wav' } as const;

/** Opens the system's dialog; must be called from a click. */
export function pickFiles(options: { multiple: boolean; isSound: boolean }, picked: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accepted[options.isSound ? 'sound' : 'video'];
  input.multiple = options.multiple;
  input.addEventListener('change', () => picked([...(input.files ?? [])]));
  input.click();
}

/** Files in the order people number them: 2 before 10. */
export function byName(files: readonly File[]): File[] {
  return [...files].sort((a, b) => a.name.localeCompare(b.name, 'zh-CN', { numeric: true }));
}
