import * as files from '@kaike/shared/contracts/catalog/files';
import { anyAdmin, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { uploadFile } from './upload-file.ts';

/** Uploads of documents in back office forms. */
export const filesFeature: Feature = {
  routes: [route.admin(files.uploadFile, { permission: anyAdmin, handler: uploadFile })],
};
