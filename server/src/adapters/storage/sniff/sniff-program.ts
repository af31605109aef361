import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '@kaike/shared/domain/catalog/media/file-types';

/** Offset of the pointer to a Windows program's real header; the part before that is a DOS header. */
const headerPointer = 60;
/** A macOS disk image ends with an identifying trailer. */
const trailerBytes = 512;

/** Programs identified by their head: a Windows one needs both headers, as plain text can begin with "MZ", too. */
export function programOf(head: Buffer): FileType | undefined {
  if (head.toString('latin1', 0, 4) === 'xar!') return 'pkg';
  if (head.toString('latin1', 0, 2) !== 'MZ' || head.length < headerPointer + 4) return undefined;
  const at = head.readUInt32LE(headerPointer);
  return at + 4 <= head.length && head.toString('latin1', at, at + 4) === 'PE\0\0' ? 'exe' : undefined;
}

/** Whether a file ends with a disk image's trailer. */
export async function isDiskImage(file: FileHandle, size: number): Promise<boolean> {
  if (size < trailerBytes) return false;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(trailerBytes), 0, trailerBytes, size - trailerBytes);
  return (
    bytesRead === trailerBytes && buffer.toString('latin1', 0, 4) === 'koly' && buffer.readUInt32BE(8) === trailerBytes
  );
}
