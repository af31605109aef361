import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '@kaike/shared/domain/file-types';

/** Where a Windows program says its real header lies; the part before it is for systems of the eighties. */
const headerPointer = 60;
/** A disk image of macOS says what it is in its last bytes. */
const trailerBytes = 512;

/** Programs that are told by their head: a Windows one needs both of its headers, for "MZ" alone begins plain text, too. */
export function programOf(head: Buffer): FileType | undefined {
  if (head.toString('latin1', 0, 4) === 'xar!') return 'pkg';
  if (head.toString('latin1', 0, 2) !== 'MZ' || head.length < headerPointer + 4) return undefined;
  const at = head.readUInt32LE(headerPointer);
  return at + 4 <= head.length && head.toString('latin1', at, at + 4) === 'PE\0\0' ? 'exe' : undefined;
}

/** Whether a file ends as a disk image does. */
export async function isDiskImage(file: FileHandle, size: number): Promise<boolean> {
  if (size < trailerBytes) return false;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(trailerBytes), 0, trailerBytes, size - trailerBytes);
  return (
    bytesRead === trailerBytes && buffer.toString('latin1', 0, 4) === 'koly' && buffer.readUInt32BE(8) === trailerBytes
  );
}
