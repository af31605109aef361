import { createContext, useContext } from 'react';
import type { FileLink } from '../../resource-view.ts';

/** The documents of the record in the form, by field. */
export const FileInfoContext = createContext<Readonly<Record<string, FileLink>>>({});

/** Documents uploaded since the page was opened, by URL: their record does not have them yet. */
const fresh = new Map<string, FileLink>();

/** Remembers a document that was just uploaded. */
export function rememberFile(address: string, info: FileLink): void {
  fresh.set(address, info);
}

/** The document a field holds; null for one from an old draft. */
export function useFileInfo(name: string, address: string): FileLink | null {
  const stored = useContext(FileInfoContext)[name];
  const uploaded = fresh.get(address);
  if (uploaded) return uploaded;
  // The record describes the stored document, which the form may have replaced since.
  const isStored =
    stored !== undefined &&
    decodeURIComponent(stored.url).includes(address.replace('/uploads/files/', '/uploads/media/'));
  return isStored ? stored : null;
}
