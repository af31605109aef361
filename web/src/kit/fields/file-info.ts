import { createContext, useContext } from 'react';
import type { FileInfo } from '../resource-view.ts';

/** What the record in the form tells of its documents, by field. */
export const FileInfoContext = createContext<Readonly<Record<string, FileInfo>>>({});

/** Documents sent since the page was opened, by address: their record does not tell of them yet. */
const fresh = new Map<string, FileInfo>();

/** Remembers a document that was just sent. */
export function rememberFile(address: string, info: FileInfo): void {
  fresh.set(address, info);
}

/** What is known of the document a field holds; null for one of an old draft. */
export function useFileInfo(name: string, address: string): FileInfo | null {
  const stored = useContext(FileInfoContext)[name];
  const uploaded = fresh.get(address);
  if (uploaded) return uploaded;
  // The record tells of what is stored, which the form may have replaced by now.
  const isStored =
    stored !== undefined &&
    decodeURIComponent(stored.url).includes(address.replace('/uploads/files/', '/uploads/media/'));
  return isStored ? stored : null;
}
