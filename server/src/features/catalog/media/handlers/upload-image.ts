import type { ResponseOf } from '@kaike/shared/kit/contract';
import type * as media from '@kaike/shared/contracts/catalog/media';
import type { Actor } from '../../../../core/actor.ts';
import type { Call } from '../../../../core/call.ts';

/** Loads the image library on demand. */
export const uploadImage = async (call: Call<Actor>): Promise<ResponseOf<typeof media.uploadImage>> =>
  (await import('../uploads/encode-picture.ts')).storePicture(call);
