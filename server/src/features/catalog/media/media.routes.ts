import * as media from '@kaike/shared/contracts/catalog/media';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { hostEventCallbacks, mountHostEvents } from './hosted/host-events.ts';
import { getOwnUploadToken } from './uploads/get-own-upload-token.ts';
import { serveFiles } from './serve-files.ts';
import { uploadImage } from './handlers/upload-image.ts';
import { uploadEditorImage } from './handlers/upload-editor-image.ts';

const often = { by: 'user', max: 60, seconds: 60 } as const;
/** Re-encoding a picture is CPU-intensive; nobody uploads more by hand. */
const pictures = { by: 'user', max: 90, seconds: 600 } as const;

/** Uploads and file serving; the back office's list of videos comes with the resource. */
export const mediaFeature: Feature = {
  callbacks: hostEventCallbacks,
  routes: [
    route.auth(media.uploadImage, { limit: pictures, handler: uploadImage }),
    route.auth(media.uploadEditorImage, {
      limit: pictures,
      handler: uploadEditorImage,
    }),
    route.auth(media.getOwnUploadToken, { limit: often, handler: getOwnUploadToken }),
  ],
  mount(app, { ctx }) {
    mountHostEvents(app, ctx);
    ctx.adapters.storage.mount(app);
    serveFiles(app, ctx);
  },
};
