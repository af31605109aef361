import { maxRecordingBytes } from '@kaike/shared/contracts/ai/ai-hearing';
import { assert } from '../../../../core/app-error.ts';
import type { IncomingFile } from '../../../../core/call.ts';

/** The recording of a form; refuses one that is too large before the rest of it arrives. */
export async function receiveRecording(upload: IncomingFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of upload.chunks) parts.push(part);
  assert(!upload.isTruncated(), 'ai.recording_large', {
    field: 'audio',
    params: { max: maxRecordingBytes / 1024 / 1024 },
  });
  return Buffer.concat(parts);
}
