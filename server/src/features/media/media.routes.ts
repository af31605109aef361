import type { ResponseOf } from '@kaike/shared/kit/contract';
import * as media from '@kaike/shared/contracts/media';
import type { Actor } from '../../core/actor.ts';
import { route } from '../../core/route.ts';
import type { Call } from '../../core/call.ts';
import type { Feature } from '../feature.ts';
import { hostEventNotices, mountHostEvents } from './hosted/host-events.ts';
import { grantOwnUpload } from './uploads/own-upload.ts';
import { serveFiles } from './serve-files.ts';

const often = { by: 'user', max: 60, seconds: 60 } as const;
/** Re-encoding a picture is CPU-intensive; nobody uploads more by hand. */
const pictures = { by: 'user', max: 90, seconds: 600 } as const;

/** Loads the image library on demand. */
const takeImage = async (call: Call<Actor>): Promise<ResponseOf<typeof media.uploadImage>> =>
  (await import('./uploads/upload-image.ts')).uploadImage(call);

/** Uploads and file serving; the back office's list of videos comes with the resource. */
export const mediaFeature: Feature = {
  notices: hostEventNotices,
  routes: [
    route.auth(media.uploadImage, { limit: pictures, handler: takeImage }),
    route.auth(media.uploadEditorImage, {
      limit: pictures,
      handler: async (call) => {
        const picture = await takeImage(call);
        return { ...picture, location: picture.url };
      },
    }),
    route.auth(media.getOwnUploadToken, { limit: often, handler: grantOwnUpload }),
  ],
  mount(app, { ctx }) {
    mountHostEvents(app, ctx);
    ctx.adapters.storage.mount(app);
    serveFiles(app, ctx);
  },
};
