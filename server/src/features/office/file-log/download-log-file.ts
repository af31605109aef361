import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type * as fileLog from '@kaike/shared/contracts/office/file-log';
import type { QueryOf } from '@kaike/shared/kit/contract';
import { type HttpReply, sendFile, dispositionOf } from '../../../core/respond.ts';
import type { AdminCall } from '../../../core/call.ts';
import { logExport } from '../../../kit/transfer/log-export.ts';
import { openListed } from './log-files.ts';
import { maskLine } from './mask-line.ts';

/** Streams a file line by line with secrets masked; the download log records who took it. */
export async function downloadLogFile(
  call: AdminCall<Record<never, never>, QueryOf<typeof fileLog.downloadLogFile>>,
): Promise<HttpReply> {
  const { file, name } = await openListed(call, call.query.name);
  await logExport(call, { definition: { name: 'file-log' } }, { row_count: null });
  const masked = async function* () {
    // The stream closes the file.
    for await (const line of createInterface({ input: file.createReadStream(), crlfDelay: Infinity }))
      yield `${maskLine(line)}\n`;
  };
  return sendFile(Readable.from(masked()), {
    type: 'text/plain; charset=utf-8',
    disposition: dispositionOf(name),
  });
}
