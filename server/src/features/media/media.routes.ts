import { uploadImage as uploadImageContract } from '@kaike/shared/contracts/media';
import { route } from '../../http/route.ts';
import type { Feature } from '../feature.ts';
import { mountKodo } from './kodo-routes.ts';
import { serveFiles } from './serve-files.ts';

/** Uploads and the serving of files; the back office's list of videos comes with the resource. */
export const mediaFeature: Feature = {
  routes: [route.auth(uploadImageContract, { limit: { by: 'user', max: 60, seconds: 60 }, handler: async (call) => (await import('./upload-image.ts')).uploadImage(call) })],
  mount(app, { ctx }) {
    mountKodo(app, ctx);
    serveFiles(app, ctx);
  },
};
