import * as fileLog from '@kaike/shared/contracts/office/file-log';
import { isOfSchool, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { previewLogFile } from './preview-log-file.ts';
import { listUploads } from './list-uploads.ts';
import { listLogFiles } from './list-log-files.ts';
import { downloadLogFile } from './download-log-file.ts';

/** The server's log files and the uploaded documents, for its operators. */
export const fileLogFeature: Feature = {
  routes: [
    route.admin(fileLog.listLogFiles, {
      permission: 'admin.file-log.list',
      admits: isOfSchool,
      handler: listLogFiles,
    }),
    route.admin(fileLog.previewLogFile, {
      permission: 'admin.file-log.list',
      admits: isOfSchool,
      handler: previewLogFile,
    }),
    route.admin(fileLog.listUploads, {
      permission: 'admin.file-log.list',
      admits: isOfSchool,
      handler: listUploads,
    }),
    route.admin(fileLog.downloadLogFile, {
      permission: 'admin.file-log.export',
      admits: isOfSchool,
      handler: downloadLogFile,
    }),
  ],
};
