import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import * as fileLog from '@kaike/shared/contracts/file-log';
import type { QueryOf } from '@kaike/shared/kit/contract';
import { dispositionOf, sendFile, type Answer } from '../../core/respond.ts';
import { isOfSchool, route } from '../../core/route.ts';
import type { AdminCall } from '../../core/call.ts';
import { logExport } from '../../kit/transfer/log-export.ts';
import type { Feature } from '../feature.ts';
import { listFiles, openListed } from './log-files.ts';
import { maskLine } from './mask-line.ts';
import { previewFile } from './preview-file.ts';
import { listUploads } from './uploads.read.ts';

/** Streams a file line by line with secrets masked; the download log records who took it. */
async function download(
  call: AdminCall<Record<never, never>, QueryOf<typeof fileLog.downloadLogFile>>,
): Promise<Answer> {
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

/** The server's log files and the uploaded documents, for its operators. */
export const fileLogFeature: Feature = {
  routes: [
    route.admin(fileLog.listLogFiles, {
      permission: 'admin.file-log.list',
      admits: isOfSchool,
      handler: async (call) => ({ data: await listFiles(call) }),
    }),
    route.admin(fileLog.previewLogFile, {
      permission: 'admin.file-log.list',
      admits: isOfSchool,
      handler: (call) => previewFile(call, call.query),
    }),
    route.admin(fileLog.listUploads, {
      permission: 'admin.file-log.list',
      admits: isOfSchool,
      handler: (call) => listUploads(call, call.query),
    }),
    route.admin(fileLog.downloadLogFile, {
      permission: 'admin.file-log.export',
      admits: isOfSchool,
      handler: download,
    }),
  ],
};
