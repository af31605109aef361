import type * as media from '@kaike/shared/contracts/catalog/media';
import { uploadImage } from './upload-image.ts';
import type { CallOf } from '../../../../core/call.ts';
import type { Actor } from '../../../../core/actor.ts';

export async function uploadEditorImage(call: CallOf<typeof media.uploadEditorImage, Actor>) {
  const picture = await uploadImage(call);
  return { ...picture, location: picture.url };
}
