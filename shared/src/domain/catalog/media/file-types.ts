/** How a file is handled: documents, archives and installers are only downloaded, the others may be shown in the page. */
export type FileFamily = 'image' | 'video' | 'audio' | 'document' | 'text' | 'archive' | 'installer';

/**
 * Files the school's storage accepts, by extension. Each is verified by its content; formats that cannot be distinguished
 * by content, contain macros, or run in a browser (html, svg) are excluded. Installers are accepted only by fields that name them.
 */
export const fileTypes = {
  jpg: { mime: 'image/jpeg', family: 'image' },
  png: { mime: 'image/png', family: 'image' },
  gif: { mime: 'image/gif', family: 'image' },
  webp: { mime: 'image/webp', family: 'image' },
  bmp: { mime: 'image/bmp', family: 'image' },
  mp4: { mime: 'video/mp4', family: 'video' },
  mov: { mime: 'video/quicktime', family: 'video' },
  mkv: { mime: 'video/x-matroska', family: 'video' },
  webm: { mime: 'video/webm', family: 'video' },
  mp3: { mime: 'audio/mpeg', family: 'audio' },
  m4a: { mime: 'audio/mp4', family: 'audio' },
  wav: { mime: 'audio/wav', family: 'audio' },
  pdf: { mime: 'application/pdf', family: 'document' },
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', family: 'document' },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', family: 'document' },
  pptx: { mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', family: 'document' },
  doc: { mime: 'application/msword', family: 'document' },
  xls: { mime: 'application/vnd.ms-excel', family: 'document' },
  ppt: { mime: 'application/vnd.ms-powerpoint', family: 'document' },
  epub: { mime: 'application/epub+zip', family: 'document' },
  txt: { mime: 'text/plain', family: 'text' },
  md: { mime: 'text/markdown', family: 'text' },
  csv: { mime: 'text/csv', family: 'text' },
  zip: { mime: 'application/zip', family: 'archive' },
  apk: { mime: 'application/vnd.android.package-archive', family: 'installer' },
  exe: { mime: 'application/vnd.microsoft.portable-executable', family: 'installer' },
  msi: { mime: 'application/x-msi', family: 'installer' },
  dmg: { mime: 'application/x-apple-diskimage', family: 'installer' },
  pkg: { mime: 'application/vnd.apple.installer', family: 'installer' },
} as const satisfies Record<string, { mime: string; family: FileFamily }>;

export type FileType = keyof typeof fileTypes;

const sameType: Readonly<Record<string, FileType>> = { jpeg: 'jpg', m4v: 'mp4', markdown: 'md' };

/** Types a `file` field accepts by default. */
export const defaultFileTypes: readonly FileType[] = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'doc',
  'xls',
  'ppt',
  'epub',
  'txt',
  'md',
  'csv',
  'zip',
  'mp3',
  'm4a',
  'jpg',
  'png',
  'webp',
];

/** Size limit of a `file` field by default, in bytes. */
export const defaultFileBytes = 50 * 1024 * 1024;

/** Installers are accepted only from people who may distribute them: see `installersFor` on the server. */
export const isInstaller = (type: FileType): boolean => fileTypes[type].family === 'installer';

const isFileType = (ext: string): ext is FileType => Object.hasOwn(fileTypes, ext);

/** The type of an extension in any spelling; undefined when it is not accepted. */
export function fileTypeOf(ext: string): FileType | undefined {
  const lower = ext.toLowerCase();
  const name = Object.hasOwn(sameType, lower) ? sameType[lower] : lower;
  return name !== undefined && isFileType(name) ? name : undefined;
}

/** The extension of a file name in lower case, or an empty string. */
export const extensionOfName = (name: string): string =>
  /\.([A-Za-z0-9]{1,12})$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';

/** Whether a stored file is audio, by its name. */
export function isSoundFile(name: string): boolean {
  const type = fileTypeOf(extensionOfName(name));
  return type !== undefined && fileTypes[type].family === 'audio';
}

/** Whether a file can be a lesson to play, by its name. */
export function isPlayableFile(name: string): boolean {
  const type = fileTypeOf(extensionOfName(name));
  return type !== undefined && ['video', 'audio'].includes(fileTypes[type].family);
}

/** The types and size a field accepts, from its definition or the defaults. */
export function fileLimitsOf(field: { readonly accept?: readonly FileType[]; readonly max_bytes?: number }): {
  accept: readonly FileType[];
  max_bytes: number;
} {
  return { accept: field.accept ?? defaultFileTypes, max_bytes: field.max_bytes ?? defaultFileBytes };
}

/** Why a field refuses a file, checked before uploading; null when its name and size are acceptable. */
export function refusalOf(
  file: { name: string; size: number },
  limits: { accept: readonly FileType[]; max_bytes: number },
): 'type' | 'too_large' | 'empty' | null {
  const type = fileTypeOf(extensionOfName(file.name));
  if (type === undefined || !limits.accept.includes(type)) return 'type';
  if (file.size > limits.max_bytes) return 'too_large';
  return file.size === 0 ? 'empty' : null;
}
