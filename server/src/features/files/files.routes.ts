import { uploadFile as uploadFileContract } from '@kaike/shared/contracts/files';
import { anyAdmin, route } from '../../http/route.ts';
import type { Feature } from '../feature.ts';
import { uploadFile } from './upload-file.ts';

/** Documents of the back office's forms. */
export const filesFeature: Feature = {
  routes: [route.admin(uploadFileContract, { permission: anyAdmin, handler: uploadFile })],
};
